-- Which backend an exchange went to, under which name of the model, and where its reasoning was looked for. Null for
-- the stub's exchanges and for those recorded before.
ALTER TABLE exchange ADD COLUMN backend text;
ALTER TABLE exchange ADD COLUMN backend_model text;
ALTER TABLE exchange ADD COLUMN reasoning_state text;
