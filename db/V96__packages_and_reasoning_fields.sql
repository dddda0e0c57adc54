-- The packages with which a client was measured, as resolved: 'ai@6.0.1 @ai-sdk/openai@2.0.23'; empty where it has none
-- that is known. The field in which a chat answer carried its reasoning; empty for reasoning_content, or where the
-- dialect has one place only.
ALTER TABLE evidence
    ADD COLUMN sdk             text NOT NULL DEFAULT '',
    ADD COLUMN reasoning_field text NOT NULL DEFAULT '';
ALTER TABLE cell
    ADD COLUMN sdk             text NOT NULL DEFAULT '',
    ADD COLUMN reasoning_field text NOT NULL DEFAULT '';
CREATE INDEX cell_sdk ON cell (sdk, client, client_order DESC, cell_id);
CREATE INDEX cell_reasoning_field ON cell (reasoning_field, client, client_order DESC, cell_id);
