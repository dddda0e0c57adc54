-- When a backend was called and when its first token came, since the request; null where none was.
ALTER TABLE exchange
    ADD COLUMN asked_micros bigint,
    ADD COLUMN first_token_micros bigint;
