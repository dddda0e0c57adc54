-- Sealed runs of live traffic are evidence as well, in cells of their own (scenario 'traffic'): shown beside what was
-- measured on purpose, and counted only where a reader asks for it.
ALTER TABLE evidence DROP CONSTRAINT evidence_origin_check;
ALTER TABLE evidence ADD CONSTRAINT evidence_origin_check CHECK (origin IN ('HERE', 'PROJECT', 'TRAFFIC')) NOT VALID;
ALTER TABLE evidence VALIDATE CONSTRAINT evidence_origin_check;
