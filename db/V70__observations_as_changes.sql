-- What a request did with an item is kept only where the request before it in the conversation (link.parent) did
-- something else with it: the rows of a conversation grow with its items, not with items times requests.
--
-- Rows are also a request's whole set wherever exchange.observed says so, as all rows from before this are.
-- digest: of due, scope and sighting; the lowest bit is 1 where the whole answer is absent from the request. A row with
-- due NONE says that the request carries the item no more and need not.
ALTER TABLE observation ADD COLUMN digest bigint;
-- What the rows of this request are: 0 all, without digests; 1 all; 2 what differs from the request before it.
ALTER TABLE exchange ADD COLUMN observed smallint NOT NULL DEFAULT 0;
-- Whether the request left out an answer that the request before it carried; unknown where observed is 0 or 1.
ALTER TABLE exchange ADD COLUMN cuts_history boolean;

-- Everything that a request did with items of earlier answers.
CREATE FUNCTION request_observations(run text, request integer)
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
        FROM path p JOIN observation o ON o.run_id = $1 AND o.observer = p.number
        ORDER BY o.exchange, o.ordinal, p.depth) latest
    WHERE latest.due <> 'NONE'
$$;
