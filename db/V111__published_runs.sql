-- The published runs, newest first: a key sees them beside its own.
CREATE INDEX run_published ON run (run_id DESC) WHERE published;
