-- What a key measured for itself is read by key and combination.
CREATE INDEX evidence_owner ON evidence (owner, cell_key, sealed DESC, run_id) WHERE owner IS NOT NULL;
