-- Searches of runs, newest first: by the stored verdict, by the backend, by the declared client. Columns that a request
-- changes are in none of these indexes.
CREATE INDEX verdict_word ON verdict (verdict, run_id COLLATE "C" DESC);
CREATE INDEX run_backend ON run ((settings ->> 'backend'), run_id DESC) WHERE settings ->> 'backend' IS NOT NULL;
CREATE INDEX run_client_newest ON run (client_name, run_id DESC) WHERE client_name IS NOT NULL;
