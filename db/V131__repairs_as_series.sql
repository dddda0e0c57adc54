-- Repairs that differ only in message and exchange are one entry: {"path", "exchange", "by", "blocks", "following":
-- {"times", "messages", "exchanges"}}. times counts the first one too; the other two hold the distances of the indexes and of the exchanges,
-- as in "2x4 3". An entry without following is a single repair.
CREATE FUNCTION repaired_messages(repairs jsonb) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(sum(coalesce((one#>>'{following,times}')::integer, 1)), 0)::integer
    FROM jsonb_array_elements(repairs) one
$$;
