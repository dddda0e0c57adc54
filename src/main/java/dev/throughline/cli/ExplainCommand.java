package dev.throughline.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.ServiceClient;
import dev.throughline.vendor.Profile;
import dev.throughline.vendor.Rule;
import dev.throughline.vendor.RuleBook;
import dev.throughline.vendor.VendorExplanation;
import dev.throughline.vendor.VendorRequest;
import dev.throughline.vendor.VendorsPage;
import dev.throughline.vendor.Violation;
import dev.throughline.wire.StrictJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Says which rule of a vendor a request breaks.
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = {
            "Says which rules of a vendor a request breaks, where, which hop is at fault, and what mends it.",
            "Asks no vendor: it reads the rule book. Only a request of a run is asked of a service."
        },
        footer = {
            "",
            "Examples:",
            "  throughline explain request.json --error answer.json",
            "  throughline explain request.json --vendor anthropic:opus-5.5",
            "  throughline explain 1k836ej4r93b258c1acue41bc/3 --vendor openai:gpt-5.6",
            "  throughline explain --rules"
        })
public final class ExplainCommand extends ServiceCommand {
    private static final String RECORDED = "[0-9a-z-]{1,64}/[0-9]{1,9}";

    @Parameters(
            paramLabel = "FILE|RUN/N",
            arity = "0..1",
            description =
                    "The body of the request, as sent to the vendor; - for standard input. Or a run and the number"
                            + " of a request, as its client sent it.")
    private Optional<String> file = Optional.empty();

    @Option(
            names = "--error",
            paramLabel = "FILE",
            description = "What the vendor answered: the body of the error, or its text.")
    private Optional<Path> error = Optional.empty();

    @Option(
            names = "--vendor",
            paramLabel = "PROFILE",
            description =
                    "Ask about this profile of the rule book, such as openai:gpt-5.6 (by default that of the model).")
    private Optional<String> vendor = Optional.empty();

    @Option(
            names = "--dialect",
            paramLabel = "D",
            description = "openai-chat, anthropic or responses (by default as the request looks).")
    private Optional<String> dialect = Optional.empty();

    @Option(names = "--beta", paramLabel = "NAME", description = "A beta that the request's headers name; repeatable.")
    private List<String> betas = List.of();

    @Option(
            names = "--book",
            paramLabel = "FILE",
            description = "A rule book of your own beside the shipped one (throughline.vendors).")
    private Optional<Path> book = Optional.empty();

    @Option(names = "--rules", description = "Print the whole rule book as a page.")
    private boolean rules;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        RuleBook known = book.map(this::read).map(this::own).orElseGet(RuleBook::bundled);
        PrintWriter out = spec.commandLine().getOut();
        if (rules) {
            out.print(VendorsPage.of(known));
            out.flush();
            return ExitCode.YES;
        }
        String name = file.orElseThrow(() -> usage("Missing required parameter: FILE, the body of a request."));
        if (name.matches(RECORDED) && !Files.exists(Path.of(name))) {
            return service.query(running -> recorded(known, running, name));
        }
        ObjectNode body = body(name.equals("-") ? standardInput() : read(Path.of(name)));
        return explained(known, body, dialect, "");
    }

    /// A request of a run, in its client's dialect, with the error that it was answered by.
    private int recorded(RuleBook known, ServiceClient running, String name) {
        String path = "/api/v1/runs/" + name.replace("/", "/exchanges/");
        JsonNode exchange = body(service.known(running.get(path)).body());
        return explained(
                known,
                body(service.known(running.get(path + "/request")).body()),
                dialect.or(() -> Optional.of(exchange.path("dialect").asText())),
                exchange.path("error").asText(""));
    }

    /// @param said what was answered, unless an option has it; empty if nothing is known
    private int explained(RuleBook known, ObjectNode body, Optional<String> dialect, String said) {
        PrintWriter out = spec.commandLine().getOut();
        String form = dialect.orElseGet(() -> VendorExplanation.form(known, body));
        String model = body.path("model").asText("");
        Profile profile = profile(known, form, model);
        var request = new VendorRequest(form, body, Set.copyOf(betas), Set.of(), Map.of());
        VendorExplanation explained =
                VendorExplanation.of(profile, request, error.map(this::read).orElse(said));
        if (json) {
            out.println(object(explained).toPrettyString());
        } else {
            text(explained, out);
        }
        out.flush();
        boolean isAtFault = explained.isRefused() || explained.named().isPresent();
        return isAtFault ? ExitCode.NO : explained.violations().isEmpty() ? ExitCode.YES : ExitCode.UNKNOWN;
    }

    private Profile profile(RuleBook known, String form, String model) {
        if (vendor.isPresent()) {
            return known.profile(vendor.get())
                    .orElseThrow(() -> usage("There is no profile " + vendor.get() + "; the rule book has "
                            + String.join(", ", known.profiles().keySet()) + "."));
        }
        return VendorExplanation.profile(known, form, model)
                .orElseThrow(() -> usage("The rule book has no profile for the model " + model + " in " + form
                        + "; name one with --vendor: "
                        + String.join(", ", known.profiles().keySet()) + "."));
    }

    private RuleBook own(String text) {
        try {
            return RuleBook.with(text);
        } catch (IllegalArgumentException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    private ObjectNode body(String text) {
        try {
            if (StrictJson.MAPPER.readTree(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException e) {
            throw usage("The request is not JSON: " + e.getOriginalMessage());
        }
        throw usage("The request is not a JSON object.");
    }

    private String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw usage("The file " + path + " cannot be read.");
        }
    }

    private String standardInput() {
        try {
            return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw usage("Standard input cannot be read.");
        }
    }

    private CommandLine.ParameterException usage(String message) {
        return wrong(message);
    }

    private static void text(VendorExplanation explained, PrintWriter out) {
        out.println("profile  " + explained.profile().id() + ", "
                + explained.request().form());
        if (explained.violations().isEmpty()) {
            out.println("accepted, as far as the request shows");
        }
        for (Violation violation : explained.violations()) {
            out.println();
            out.println(word(violation) + "  " + violation.rule().id() + " at "
                    + (violation.pointer().isEmpty() ? "the request" : violation.pointer()));
            rule(violation.rule(), out);
            out.println("  answer   " + violation.error().status() + " "
                    + violation.error().message());
        }
        explained.named().ifPresent(rule -> {
            out.println();
            out.println("the error is that of " + rule.id());
            rule(rule, out);
        });
    }

    private static String word(Violation violation) {
        return switch (violation.kind()) {
            case REFUSED -> "refused";
            case WARNED -> "warned";
            case SILENTLY_DROPPED -> "dropped";
        };
    }

    private static void rule(Rule rule, PrintWriter out) {
        out.println("  demands  " + rule.about());
        out.println("  hop      " + VendorExplanation.hop(rule));
        out.println("  mend     " + VendorExplanation.mend(rule));
        out.println("  source   " + String.join(", ", rule.sources()) + " (" + rule.since() + ")");
    }

    private static ObjectNode object(VendorExplanation explained) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("profile", explained.profile().id());
        object.put("dialect", explained.request().form());
        object.put("accepted", !explained.isRefused());
        var violations = object.putArray("violations");
        for (Violation violation : explained.violations()) {
            ObjectNode one = rule(violation.rule()).put("kind", word(violation));
            one.put("pointer", violation.pointer());
            one.put("status", violation.error().status());
            one.set("answer", violation.error().body());
            violations.add(one);
        }
        JsonNode named =
                explained.named().<JsonNode>map(ExplainCommand::rule).orElse(JsonNodeFactory.instance.nullNode());
        object.set("error", named);
        return object;
    }

    private static ObjectNode rule(Rule rule) {
        ObjectNode object = JsonNodeFactory.instance.objectNode().put("rule", rule.id());
        object.put("demands", rule.about());
        object.put("hop", VendorExplanation.hop(rule));
        object.put("mend", VendorExplanation.mend(rule));
        object.put("since", rule.since());
        object.put("certain", rule.isCertain());
        var sources = object.putArray("sources");
        rule.sources().forEach(sources::add);
        return object;
    }
}
