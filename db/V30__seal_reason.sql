-- Why a run was sealed before its client was done: what its opener said of it, or that it was idle; null for one that
-- was sealed in good order, and for those of before.
ALTER TABLE run ADD COLUMN seal_reason text;
