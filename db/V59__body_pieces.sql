-- Pieces of a large request body on their way to its row in exchange_body, within one transaction: no row is ever
-- committed here, so that nothing of it needs the write-ahead log.
CREATE UNLOGGED TABLE body_piece (
    answer_key text    NOT NULL,
    piece      integer NOT NULL,
    bytes      bytea   NOT NULL,
    PRIMARY KEY (answer_key, piece)
);
ALTER TABLE body_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;
