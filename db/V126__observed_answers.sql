-- What a request did with the items of one earlier answer is one row: a conversation that is kept whole observes each
-- item twice, but each answer twice too. Rows of earlier versions stay in `observation`, and a service of an earlier
-- version goes on writing there; whoever reads observations reads observed_item, which has both.
CREATE TABLE observed_answer (
    observer integer NOT NULL,
    exchange integer NOT NULL,
    -- The first of the items.
    first    integer NOT NULL,
    run_id   text    NOT NULL,
    due      text    NOT NULL,
    scope    text    NOT NULL,
    -- What the paths of the items have in common, up to a slash.
    start    text    NOT NULL,
    -- Null where the items follow one another.
    ordinals integer[],
    -- Of each item how it was found: one that came back exactly as it was is the rest of its path. Otherwise JSON with
    -- what differs from that, its path whole. Empty where due is NONE.
    sighted  text[]   NOT NULL,
    -- As in `observation`.
    digests  bigint[] NOT NULL,
    PRIMARY KEY (run_id, observer, exchange, first)
);
-- No statistics of runs, as for the other tables of a run.
ALTER TABLE observed_answer ALTER COLUMN run_id SET STATISTICS 0;

-- What requests did with items of earlier answers, each where it changed.
CREATE VIEW observed_item (run_id, observer, exchange, ordinal, due, scope, sighting, digest) AS
SELECT run_id, observer, exchange, ordinal, due, scope, sighting, digest FROM observation
UNION ALL
SELECT a.run_id, a.observer, a.exchange, coalesce(i.ordinal, a.first + i.place::integer - 1), a.due, a.scope,
    CASE WHEN a.due = 'NONE' THEN 'null'::jsonb
        ELSE '{"turnPresent": true, "place": "OWN", "text": "EXACT", "signature": "NOT_ISSUED", "inOrder": true,
            "copies": 1, "path": "", "field": ""}'::jsonb
            || CASE WHEN left(i.sighted, 1) = '{' THEN i.sighted::jsonb
                ELSE jsonb_build_object('path', a.start || i.sighted) END END,
    i.digest
FROM observed_answer a
CROSS JOIN LATERAL unnest(a.ordinals, a.sighted, a.digests) WITH ORDINALITY AS i (ordinal, sighted, digest, place);

CREATE OR REPLACE FUNCTION request_observations(run text, request integer)
RETURNS TABLE (exchange integer, ordinal integer, due text, scope text, sighting jsonb)
LANGUAGE sql STABLE ROWS 100 AS $$
    WITH RECURSIVE path AS (
        SELECT e.number, (e.link->>'parent')::integer AS parent, e.observed, 0 AS depth
        FROM exchange e WHERE e.run_id = $1 AND e.number = $2
        UNION ALL
        SELECT e.number, (e.link->>'parent')::integer, e.observed, p.depth + 1
        FROM path p JOIN exchange e ON e.run_id = $1 AND e.number = p.parent
        WHERE p.observed = 2)
    SELECT latest.exchange, latest.ordinal, latest.due, latest.scope, latest.sighting
    FROM (SELECT DISTINCT ON (o.exchange, o.ordinal) o.exchange, o.ordinal, o.due, o.scope, o.sighting
        FROM path p CROSS JOIN LATERAL (
            SELECT * FROM observed_item WHERE run_id = $1 AND observer = p.number OFFSET 0) o
        ORDER BY o.exchange, o.ordinal, p.depth) latest
    WHERE latest.due <> 'NONE'
$$;
