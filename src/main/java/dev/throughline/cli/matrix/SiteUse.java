package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.rest.PageLinks;
import dev.throughline.text.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The service's answers to "can I use it?" as scripts that a page loads, because a browser does not let a page of a
/// file read other files.
final class SiteUse {
    private static final Set<String> DECIDING = Set.of("MATCH", "NEIGHBOR");

    private final SiteSource source;

    SiteUse(SiteSource source) {
        this.source = source;
    }

    /// The file of a client's answers.
    static String file(SiteProduct client) {
        return "data/use/" + PageLinks.fileName(client.id()) + ".js";
    }

    /// The clients, with their versions and the file of each.
    static String clients(List<SiteProduct> clients) {
        ArrayNode all = Json.TREES.createArrayNode();
        for (SiteProduct client : clients) {
            ObjectNode one = all.addObject().put("client", client.id()).put("file", file(client));
            client.versions().forEach(one.putArray("versions")::add);
            client.dialects().forEach(one.putArray("dialects")::add);
            client.capabilities().forEach(one.putArray("capabilities")::add);
        }
        return call("throughlineClients", all);
    }

    /// The answers for each version and dialect of a client.
    String answers(SiteProduct client) {
        ObjectNode all = Json.TREES.createObjectNode().put("client", client.id());
        ArrayNode answers = all.putArray("answers");
        for (String version : client.versions()) {
            Stream.concat(Stream.of(""), client.dialects().stream())
                    .forEach(dialect -> add(answers, client, version, dialect));
        }
        return call("throughlineAnswers", all);
    }

    private void add(ArrayNode answers, SiteProduct client, String version, String dialect) {
        JsonNode answer = source.use(client.id() + "@" + version, dialect, client.capabilities());
        for (JsonNode part : answer.path("capabilities")) {
            String capability = part.path("capability").asText();
            ObjectNode one = answers.addObject()
                    .put("version", version)
                    .put("dialect", dialect)
                    .put("capability", capability);
            one.set("answer", part.path("answer"));
            one.put("reason", part.path("reason").path("text").asText());
            cells(answer, capability).forEach(one.putArray("cells")::add);
        }
    }

    private static Set<String> cells(JsonNode answer, String capability) {
        Set<String> cells = new LinkedHashSet<>();
        for (JsonNode row : answer.path("rows")) {
            if (row.path("capability").asText().equals(capability)
                    && DECIDING.contains(row.path("role").asText())) {
                cells.add(PageLinks.cell(row.path("cell").asText()));
            }
        }
        return cells;
    }

    // Escaped so that the text is also safe within a page.
    private static String call(String function, JsonNode content) {
        return function + "(" + content.toString().replace("<", "\\u003c") + ");\n";
    }
}
