-- A request that repeats its history as it was given continues an earlier one whose history was examined before: nothing
-- of it is looked up, traced or observed again.
--
-- kept_history: hash of the request's history, where each answer in it is known and was given back unchanged; null for
-- any other request. kept_turns: the first user turns whose answers in that history have reasoning.
ALTER TABLE exchange ADD COLUMN kept_history uuid;
ALTER TABLE exchange ADD COLUMN kept_turns integer[];
