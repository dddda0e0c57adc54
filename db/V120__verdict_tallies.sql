-- What a report says of all exchanges and items of a sealed run, whose verdict lists at most the first: a report of a
-- large run reads no exchange. Absent in verdicts of earlier versions, which list all items.
ALTER TABLE verdict ADD COLUMN tally jsonb;
