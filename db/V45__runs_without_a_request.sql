-- Runs that never had a request are sealed after a day: those that a killed check left behind, for instance.
CREATE INDEX run_unused ON run (last_active) WHERE state = 'CREATED';
