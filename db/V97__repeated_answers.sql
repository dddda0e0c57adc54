-- Conversations with an answer whose content or a call id a later answer of the run has too: a request may then mean
-- either, and is traced by its whole history. Written with the later answer, so that a request that continues a history
-- asks one row and not each answer of the conversation. Histories that were kept before this are examined once more.
--
-- No foreign key, as for items: the rows are removed with those of their run.
CREATE TABLE repeated_answer (
    run_id       text    NOT NULL,
    conversation integer NOT NULL,
    PRIMARY KEY (run_id, conversation)
);
