-- The files of shipped measurements whose rows are in evidence: each is loaded once.
CREATE TABLE measured_file (
    sha256 text PRIMARY KEY,
    loaded timestamptz NOT NULL DEFAULT now()
);
