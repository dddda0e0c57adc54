-- When an exchange began by the database's own clock: how long a run has been idle is asked of one clock only. (What
-- `received` says is the time of the service that answered, which may have been set.)
ALTER TABLE exchange ADD COLUMN begun timestamptz NOT NULL DEFAULT now();
