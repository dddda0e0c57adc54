-- How much of its bodies passed, of an exchange that a backend answered beside the dialects; its bodies are not kept.
ALTER TABLE exchange ADD COLUMN request_bytes bigint;
ALTER TABLE exchange ADD COLUMN answer_bytes bigint;
