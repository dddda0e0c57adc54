-- Whether the database was unavailable when the exchange began or ended; its client received an error. Earlier versions
-- marked such an exchange by the text of its error.
ALTER TABLE exchange ADD COLUMN unrecorded boolean NOT NULL DEFAULT false;
UPDATE exchange SET unrecorded = true WHERE outcome = 'FAILED' AND error = 'the record was out of reach';
