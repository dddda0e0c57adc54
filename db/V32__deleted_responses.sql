-- An answer that a client deleted (DELETE v1/responses/{id}): no request can read or continue it any more. The exchange
-- stays, as the run's evidence.
ALTER TABLE exchange ADD COLUMN response_deleted boolean NOT NULL DEFAULT false;
