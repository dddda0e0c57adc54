-- The `reasoning_details` (JSON text) that the backend of an exchange issued with its answer: it gets them back as they were.
ALTER TABLE exchange ADD COLUMN reasoning_details text;
