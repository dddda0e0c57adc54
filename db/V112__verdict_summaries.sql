-- What pages show of a verdict, whose report grows with the run. Absent in verdicts of earlier versions.
ALTER TABLE verdict ADD COLUMN summary jsonb;
