-- The body of a request is kept as its difference from the body of the request before it, so that what is new in a
-- conversation is kept once. It is rebuilt from the rows back to the last whole one, of each the bytes that are left of
-- it, so that this costs what the body is long.
--
-- Bytes of the bodies that are kept since the last whole one; null for rows of earlier versions.
ALTER TABLE exchange_body ADD COLUMN chain bigint;

CREATE OR REPLACE FUNCTION rebuilt_body(run text, request integer) RETURNS bytea LANGUAGE plpgsql STABLE AS $$
DECLARE
    found record;
    whole bytea;
    step  record;
BEGIN
    WITH RECURSIVE path AS (
        SELECT b.base, coalesce(b.head, 0) AS head, coalesce(b.tail, 0) AS tail, b.body, 0 AS depth
        FROM exchange_body b WHERE b.run_id = run AND b.exchange = request
        UNION ALL
        SELECT b.base, coalesce(b.head, 0), coalesce(b.tail, 0), b.body, p.depth + 1
        FROM path p CROSS JOIN LATERAL (
            SELECT * FROM exchange_body WHERE run_id = run AND exchange = p.base OFFSET 0) b),
    -- Of the beginning and of the end of a body, as much is left as the least that a later one has in common.
    kept AS (
        SELECT base, head, tail, body, depth, octet_length(body) AS length, min(head) OVER later AS first,
            min(tail) OVER later AS last
        FROM path WINDOW later AS (ORDER BY depth ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
    SELECT bool_or(base IS NULL) AS is_there,
        bool_and(coalesce(first, 0) <= head + length AND coalesce(last, 0) <= tail + length) AS is_joined,
        string_agg(substring(body FROM 1 FOR greatest(coalesce(first, head + length) - head, 0)), ''
            ORDER BY depth DESC) AS beginning,
        string_agg(substring(body FROM length + 1 - greatest(coalesce(last, 0) - tail, 0)), ''
            ORDER BY depth) AS ending
    INTO found FROM kept;
    IF found.is_there AND found.is_joined THEN
        RETURN found.beginning || found.ending;
    END IF;
    -- A beginning that reaches into the end of an earlier body, or an end into its beginning.
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
