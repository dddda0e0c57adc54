-- Whose measurements count. A key of scope MEASURE (or ADMIN) measures for everyone; what another key measures is its
-- own: evidence with an owner counts in no cell. Everything measured so far counts as before, and so does what is
-- measured where access is open.
ALTER TABLE access_key
    DROP CONSTRAINT access_key_scope_check,
    ADD CONSTRAINT access_key_scope_check CHECK (scope IN ('READ', 'RUN', 'MEASURE', 'ADMIN'));

-- said_by: the key that measured; said_from: the address that sent what is no run of this service.
ALTER TABLE evidence
    ADD COLUMN owner     text,
    ADD COLUMN said_by   text,
    ADD COLUMN said_from text NOT NULL DEFAULT '';
-- Cells are computed from the newest shared evidence, however much of one key lies between.
CREATE INDEX evidence_shared ON evidence (cell_key, sealed DESC, run_id) WHERE owner IS NULL;

-- Which key reported that a version is the latest, and from where.
ALTER TABLE product_version
    ADD COLUMN latest_by   text,
    ADD COLUMN latest_from text NOT NULL DEFAULT '';
