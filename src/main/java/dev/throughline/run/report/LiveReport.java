package dev.throughline.run.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.run.Run;
import dev.throughline.text.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The report on a default URL: the fields of a run's report, and `others`, one entry per other run of the day
/// with `client` (`name`, `version`), `run`, `state`, `exchanges`, `created` and `report`, the path of its
/// report.
///
/// @param url where the report of a client is, without the client
record LiveReport(RunReport report, List<Run> others, String url) {
    /// As UTF-8 JSON.
    byte[] write() {
        ObjectNode tree = JsonReport.tree(report);
        ArrayNode listed = tree.putArray("others");
        others.forEach(run -> listed.add(entry(run)));
        try {
            return Json.RECORDS.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the report of run " + report.run() + " could not be written", e);
        }
    }

    private ObjectNode entry(Run run) {
        ObjectNode entry = JsonReport.object();
        run.settings().client().ifPresent(client -> {
            entry.putObject("client").put("name", client.name()).put("version", client.version());
            String asked = client.version().isEmpty() ? client.name() : client.name() + "@" + client.version();
            entry.put("report", url + URLEncoder.encode(asked, StandardCharsets.UTF_8));
        });
        return entry.put("run", run.id().value())
                .put("state", run.state().name())
                .put("exchanges", run.exchanges())
                .put("created", run.created().toString());
    }
}
