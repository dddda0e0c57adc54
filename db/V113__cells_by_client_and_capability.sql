-- The cells of a client for one capability in matrix order: what the strips of its versions are drawn from.
CREATE INDEX cell_client_capability ON cell (client, capability, client_order DESC, cell_id);
