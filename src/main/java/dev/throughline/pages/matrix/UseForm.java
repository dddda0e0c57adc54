package dev.throughline.pages.matrix;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Cell.Confidence;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.use.AgeText;
import dev.throughline.matrix.use.UseGateway;
import dev.throughline.matrix.use.UseQuestion;
import dev.throughline.rest.PlainText;
import dev.throughline.rest.SettingName;
import dev.throughline.text.UrlText;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.QueryParam;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The fields of the form; what is left empty is not asked for. A client may be typed with its version.
public record UseForm(
        @QueryParam("client") @DefaultValue("") @PlainText(max = 200)
        String client,

        @QueryParam("version") @DefaultValue("") @PlainText(max = 200)
        String version,

        @QueryParam("dialect") @DefaultValue("") @PlainText(max = 40)
        String dialect,

        @QueryParam("capability") @DefaultValue("THINK") @PlainText(max = 40)
        String capability,

        @QueryParam("variant") @DefaultValue("") @PlainText(max = 200)
        String variant,

        @QueryParam("model") @DefaultValue("") @PlainText(max = 200)
        String model,

        @QueryParam("backend") @DefaultValue("") @PlainText(max = 200)
        String backend,

        @QueryParam("gateway") @DefaultValue("") @PlainText(max = 200)
        String gateway,

        @QueryParam("policy") @DefaultValue("") @PlainText(max = 40)
        String policy,

        @QueryParam("minConfidence") @DefaultValue("") @PlainText(max = 40)
        String minConfidence,

        @QueryParam("maxAge") @DefaultValue("") @PlainText(max = 40)
        String maxAge,

        @QueryParam("countTraffic") @DefaultValue("false") boolean countTraffic) {
    boolean isEmpty() {
        return client.isBlank();
    }

    /// The client and its version, `latest` if none was typed.
    Versioned asked() {
        String typed = client.strip();
        int at = typed.lastIndexOf('@');
        if (at > 0 && at < typed.length() - 1) {
            return new Versioned(typed.substring(0, at), typed.substring(at + 1));
        }
        return new Versioned(typed, version.isBlank() ? "latest" : version.strip());
    }

    UseQuestion question() {
        return new UseQuestion(
                asked(),
                SettingName.find(Dialect.class, dialect),
                List.of(capabilityOrThink()),
                variant.strip(),
                given(model),
                given(backend).map(UseForm::versioned),
                SettingName.find(ThinkingPolicy.class, policy).orElse(ThinkingPolicy.PRESERVED),
                AgeText.parse(maxAge),
                SettingName.find(Confidence.class, minConfidence).orElse(Confidence.LOW),
                given(gateway).map(UseForm::gateway),
                countTraffic);
    }

    public Capability capabilityOrThink() {
        return SettingName.find(Capability.class, capability.replace('_', '-')).orElse(Capability.THINK);
    }

    /// The line of a pipeline that asks the same.
    /// @param resolved the client with `latest` resolved
    String command(String resolved) {
        var line = new StringBuilder("./throughline can-i-use ").append(quoted(resolved));
        options().forEach(option -> line.append(' ').append(option));
        return line.toString();
    }

    private List<String> options() {
        List<String> options = new ArrayList<>();
        if (capabilityOrThink() != Capability.THINK) {
            options.add("--capability " + capabilityOrThink());
        }
        add(options, "--dialect", dialect);
        add(options, "--variant", variant);
        add(options, "--model", model);
        add(options, "--backend", backend);
        add(options, "--gateway", gateway);
        add(options, "--policy", policy);
        add(options, "--min-confidence", minConfidence);
        add(options, "--max-age", maxAge);
        if (countTraffic) {
            options.add("--count-traffic");
        }
        return options;
    }

    /// The address of the badge that shows the status of this client.
    /// @param version empty for the newest measured one
    String badge(String version) {
        List<String> query = new ArrayList<>();
        if (!version.isEmpty()) {
            query.add("version=" + UrlText.segment(version));
        }
        SettingName.find(Dialect.class, dialect).ifPresent(found -> query.add("dialect=" + found.id()));
        return "/badge/" + UrlText.segment(asked().product()) + "/" + capabilityOrThink() + ".svg"
                + (query.isEmpty() ? "" : "?" + String.join("&", query));
    }

    private static void add(List<String> options, String name, String value) {
        given(value).ifPresent(found -> options.add(name + " " + quoted(found)));
    }

    private static String quoted(String text) {
        return text.matches("[A-Za-z0-9@._/:+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    private static Versioned versioned(String label) {
        int at = label.lastIndexOf('@');
        return at > 0 ? new Versioned(label.substring(0, at), label.substring(at + 1)) : new Versioned(label, "");
    }

    private static UseGateway gateway(String label) {
        Versioned found = versioned(label);
        return new UseGateway(found.product(), given(found.version()));
    }

    private static Optional<String> given(String text) {
        return Optional.of(text.strip()).filter(typed -> !typed.isEmpty());
    }
}
