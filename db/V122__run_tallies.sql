-- What the report of an open run says of its exchanges up to one: a report reads this and the exchanges since. A run
-- without a row, or whose row was written by other rules, is read from its beginning. No exchange waits for this row.
CREATE TABLE run_tally (
    run_id  text    PRIMARY KEY REFERENCES run (run_id) ON DELETE CASCADE,
    -- Number of times that the row was written; who read another one may not write.
    version integer NOT NULL,
    -- Number of the last exchange that is counted.
    through integer NOT NULL,
    -- By which they are counted.
    rules   text    NOT NULL,
    counted text    NOT NULL,
    -- The items that the report lists.
    listed  text    NOT NULL,
    -- What the first requests of a proxy run did with reasoning.
    preserved text  NOT NULL
);
-- An exchange can be marked after it was counted.
CREATE INDEX exchange_unrecorded ON exchange (run_id, number) WHERE unrecorded;
