-- What the translation of a request for a backend of another dialect did not carry: an array of JSON pointers.
ALTER TABLE exchange ADD COLUMN dropped jsonb NOT NULL DEFAULT '[]';
