package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.HarnessException;
import dev.throughline.text.Json;
import dev.throughline.text.Sha256;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A server's description of itself.
///
/// @param shown values that name its product or version, by their source
/// @param models the models that it lists
/// @param template the fingerprint of its chat template, if it discloses that
public record ServerIdentity(Map<String, String> shown, List<String> models, Optional<String> template) {
    /// The source of what its answers say.
    static final String FINGERPRINT = "system_fingerprint";

    private static final List<String> OWN = List.of("props", "version", "get_server_info");
    private static final List<String> NAMES = List.of("build_info", "version", "sglang_version");

    public ServerIdentity {
        shown = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(shown));
        models = List.copyOf(models);
    }

    /// Queries the server.
    /// @throws HarnessException if it cannot be reached at all
    public static ServerIdentity of(ProbedServer probedServer) {
        Map<String, String> shown = new LinkedHashMap<>();
        List<String> models = new ArrayList<>();
        switch (probedServer.get("models")) {
            case ServerReply.Unanswered(ServerReply.Cause cause, String reason)
            when cause == ServerReply.Cause.UNREACHABLE ->
                throw new HarnessException("the server at " + probedServer.address() + " cannot be reached: " + reason);
            case ServerReply.Unanswered _ -> {
                return new ServerIdentity(shown, models, Optional.empty());
            }
            case ServerReply.Answered answer -> {
                answer.headers().firstValue("server").ifPresent(name -> shown.put("header server", line(name)));
                listed(answer, shown, models);
            }
        }
        OWN.forEach(path -> own(probedServer, path, shown));
        return new ServerIdentity(shown, models, templateText(probedServer).map(Sha256::hex));
    }

    /// The same with what its answers say.
    /// @param fingerprint their `system_fingerprint`
    ServerIdentity with(Optional<String> fingerprint) {
        Map<String, String> all = new LinkedHashMap<>(shown);
        fingerprint.ifPresent(text -> all.put(FINGERPRINT, line(text)));
        return new ServerIdentity(all, models, template);
    }

    /// The product with its version, if the server reports both.
    public Optional<ServerProduct> product() {
        return ServerProduct.of(shown);
    }

    /// The first model of the list.
    public Optional<String> firstModel() {
        return models.stream().findFirst();
    }

    private static void listed(ServerReply.Answered answer, Map<String, String> shown, List<String> models) {
        JsonNode list = answer.json().map(body -> body.path("data")).orElse(Json.TREES.missingNode());
        for (JsonNode model : list) {
            if (answer.isGood() && model.path("id").isTextual()) {
                models.add(line(model.path("id").asText()));
            }
            if (model.path("owned_by").isTextual()) {
                shown.putIfAbsent("owned_by", line(model.path("owned_by").asText()));
            }
        }
    }

    private static void own(ProbedServer probedServer, String path, Map<String, String> shown) {
        if (probedServer.getOwn(path) instanceof ServerReply.Answered answer && answer.isGood()) {
            answer.json()
                    .ifPresent(body -> NAMES.stream()
                            .filter(name -> body.path(name).isTextual())
                            .findFirst()
                            .ifPresent(name ->
                                    shown.put("/" + path, line(body.path(name).asText()))));
        }
    }

    /// Its chat template: what it was started with, or what it shows.
    ///
    /// Source: llama.cpp, server README, `GET /props`: `chat_template`.
    static Optional<String> templateText(ProbedServer probedServer) {
        return probedServer.template().or(() -> shownTemplate(probedServer));
    }

    private static Optional<String> shownTemplate(ProbedServer probedServer) {
        return probedServer.getOwn("props") instanceof ServerReply.Answered answer && answer.isGood()
                ? answer.json()
                        .map(body -> body.path("chat_template").asText(""))
                        .filter(template -> !template.isEmpty())
                : Optional.empty();
    }

    private static String line(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.substring(0, Math.min(120, line.length()));
    }
}
