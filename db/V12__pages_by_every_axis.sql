-- A page of cells by any one axis is read from an index that has them by the axis and, of one value, in the order of the
-- pages: however few cells have the value, and wherever in that order they stand.

DROP INDEX cell_variant;
DROP INDEX cell_gateway;
DROP INDEX cell_template;
CREATE INDEX cell_suite ON cell ((suite::text), client, client_order DESC, cell_id);
CREATE INDEX cell_scenario ON cell (scenario, client, client_order DESC, cell_id);
CREATE INDEX cell_policy ON cell (policy, client, client_order DESC, cell_id);
CREATE INDEX cell_streaming ON cell (streaming, client, client_order DESC, cell_id);
CREATE INDEX cell_client_version ON cell (client_version, client, client_order DESC, cell_id);
CREATE INDEX cell_variant ON cell (variant, client, client_order DESC, cell_id);
CREATE INDEX cell_gateway ON cell (gateway, client, client_order DESC, cell_id);
CREATE INDEX cell_gateway_version ON cell (gateway_version, client, client_order DESC, cell_id);
CREATE INDEX cell_of_backend ON cell (backend, client, client_order DESC, cell_id);
CREATE INDEX cell_backend_version ON cell (backend_version, client, client_order DESC, cell_id);
CREATE INDEX cell_template ON cell (template, client, client_order DESC, cell_id);
CREATE INDEX cell_dialect_in ON cell (dialect_in, client, client_order DESC, cell_id);
CREATE INDEX cell_dialect_out ON cell (dialect_out, client, client_order DESC, cell_id);

-- Of a status or a confidence several may be asked for; a capability that is never measured is rare, and a status too.
CREATE INDEX cell_of_status ON cell (status, client, client_order DESC, cell_id);
CREATE INDEX cell_confidence ON cell (confidence);

-- The newest version of each backend that was checked by itself.
CREATE INDEX cell_check ON cell (backend, backend_order DESC, cell_id) WHERE client = '';
