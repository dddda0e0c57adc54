-- The body of a request is kept as what it has in common with that of an earlier one of its conversation, and the bytes
-- between: `head` bytes of the beginning and `tail` bytes of the end of the body of `base`. Where base is null it is
-- whole.
-- Any body is rebuilt from at most 31 rows.
ALTER TABLE exchange_body ADD COLUMN base integer;
ALTER TABLE exchange_body ADD COLUMN head integer;
ALTER TABLE exchange_body ADD COLUMN tail integer;
-- The steps from the last whole body, and the exchanges that later bodies of the conversation may be based on; null for
-- a body that none may be based on.
ALTER TABLE exchange_body ADD COLUMN place integer;
ALTER TABLE exchange_body ADD COLUMN anchors integer[];
-- Where a later body may differ: lengths and hashes of its beginnings and of its end.
ALTER TABLE exchange_body ADD COLUMN marks bytea;

CREATE FUNCTION rebuilt_body(run text, request integer) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
DECLARE
    whole bytea;
    step  record;
BEGIN
    FOR step IN
        WITH RECURSIVE path AS (
            SELECT b.exchange, b.base, 0 AS depth FROM exchange_body b WHERE b.run_id = run AND b.exchange = request
            UNION ALL
            SELECT b.exchange, b.base, p.depth + 1
            FROM path p JOIN exchange_body b ON b.run_id = run AND b.exchange = p.base)
        SELECT b.body, b.base, b.head, b.tail
        FROM path p JOIN exchange_body b ON b.run_id = run AND b.exchange = p.exchange ORDER BY p.depth DESC
    LOOP
        whole := CASE WHEN step.base IS NULL THEN step.body
            ELSE substring(whole FROM 1 FOR step.head) || step.body
                || substring(whole FROM length(whole) - step.tail + 1) END;
    END LOOP;
    RETURN whole;
END
$$;

-- Request bodies as received, with their sizes; null for one whose base was removed.
CREATE VIEW request_body AS
SELECT run_id, exchange, coalesce(head, 0)::bigint + octet_length(body) + coalesce(tail, 0) AS bytes,
    CASE WHEN base IS NULL THEN body ELSE rebuilt_body(run_id, exchange) END AS body
FROM exchange_body;
