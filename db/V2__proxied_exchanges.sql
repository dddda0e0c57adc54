-- What only an exchange with a real backend has: how often its answer had to be put right, what was put back into its
-- request, and the parts of its usage.
--
-- anomalies: [{"kind", "at", "detail"}], repairs: [{"path", "exchange", "by", "blocks"}]; strings as everywhere.
ALTER TABLE exchange
    ADD COLUMN anomalies        jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN repairs          jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN cached_tokens    integer,
    ADD COLUMN reasoning_tokens integer;
