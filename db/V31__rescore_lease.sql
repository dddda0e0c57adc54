-- Which rescoring goes on. One goes on at a time, over several requests; it holds this row from its first batch to its
-- last, and loses it when it has asked for no batch for a while.
CREATE TABLE rescore_lease (
    is_only boolean     PRIMARY KEY DEFAULT true CHECK (is_only),
    holder  text        NOT NULL,
    began   timestamptz NOT NULL,
    renewed timestamptz NOT NULL,
    runs    bigint      NOT NULL
);
