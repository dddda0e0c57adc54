-- What a slice holds, as bytes: see SliceCodec. Three arrays of 256 elements took the database 6.5 KB to take apart and
-- to compress for what fits into 2. Earlier rows keep their arrays; in later ones these hold only how the answer ended,
-- and are null in a slice without that.
ALTER TABLE token_slice ADD COLUMN events bytea,
    ALTER COLUMN kinds DROP NOT NULL, ALTER COLUMN texts DROP NOT NULL, ALTER COLUMN micros DROP NOT NULL;
ALTER TABLE token_slice ALTER COLUMN events SET STATISTICS 0;
-- Three to a page. A slice of 256 short deltas stays as it is, which takes about what the compressed arrays took; with
-- longer texts it is compressed.
DO $$
DECLARE
    part regclass;
BEGIN
    FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'token_slice'::regclass LOOP
        EXECUTE format('ALTER TABLE %s SET (toast_tuple_target = 2680)', part);
    END LOOP;
END
$$;

-- As before, for the new column too.
CREATE OR REPLACE FUNCTION token_slice_partitions_ahead(days integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    day date;
    name text;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('token_slice_partitions_ahead'));
    FOR i IN 0..days LOOP
        day := (now() AT TIME ZONE 'UTC')::date + i;
        name := 'token_slice_' || to_char(day, 'YYYYMMDD');
        CONTINUE WHEN to_regclass(name) IS NOT NULL;
        BEGIN
            EXECUTE format('CREATE TABLE %I PARTITION OF token_slice FOR VALUES FROM (%L) TO (%L)
                WITH (toast_tuple_target = 2680)',
                name, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
            EXECUTE format('ALTER TABLE %I ALTER COLUMN kinds SET STATISTICS 0, ALTER COLUMN texts SET STATISTICS 0,
                ALTER COLUMN micros SET STATISTICS 0, ALTER COLUMN events SET STATISTICS 0', name);
        EXCEPTION WHEN check_violation THEN
            RAISE NOTICE 'the day % stays in the default partition', day;
        END;
    END LOOP;
END
$$;

-- The events of such bytes, as SliceCodec reads them.
CREATE FUNCTION slice_events(events bytea) RETURNS TABLE (place integer, kind smallint, text text, micros bigint)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    at integer := 1;
    octet integer;
    shift integer;
    number bigint;
    total integer := -1;
    known integer := 0;
    kinds smallint[] := '{}';
    times bigint[] := '{}';
    lengths integer[] := '{}';
    before bigint := 0;
BEGIN
    IF get_byte(events, 0) <> 1 THEN
        RAISE EXCEPTION 'a slice was written by a later version';
    END IF;
    -- First the number of events, then the kinds, the times, and the lengths of the texts.
    WHILE total < 0 OR known < 3 * total LOOP
        IF total >= 0 AND known < total THEN
            kind := get_byte(events, at);
            at := at + 1;
        END IF;
        number := 0;
        shift := 0;
        LOOP
            octet := get_byte(events, at);
            at := at + 1;
            number := number | ((octet & 127)::bigint << shift);
            EXIT WHEN octet < 128;
            shift := shift + 7;
        END LOOP;
        IF total < 0 THEN
            total := number;
        ELSIF known < total THEN
            kinds := kinds || array_fill(kind, ARRAY[number::integer]);
            known := known + number;
        ELSIF known < 2 * total THEN
            before := before + (((number >> 1) & 9223372036854775807) # -(number & 1));
            times := times || before;
            known := known + 1;
        ELSE
            lengths := lengths || number::integer;
            known := known + 1;
        END IF;
    END LOOP;
    FOR i IN 1..total LOOP
        place := i;
        kind := kinds[i];
        micros := times[i];
        text := convert_from(substring(events FROM at + 1 FOR lengths[i]), 'UTF8');
        at := at + lengths[i];
        RETURN NEXT;
    END LOOP;
END
$$;

CREATE OR REPLACE VIEW stream_token AS
SELECT s.run_id, s.exchange, s.first_seq + (t.place - 1)::integer AS seq, t.kind, t.text, t.micros
FROM token_slice s
CROSS JOIN LATERAL (
    SELECT * FROM unnest(s.kinds, s.texts, s.micros) WITH ORDINALITY AS a (kind, text, micros, place)
    WHERE s.events IS NULL
    UNION ALL
    SELECT e.kind, e.text, e.micros, e.place FROM slice_events(s.events) e) t;
