package dev.throughline.cli;

import dev.throughline.cli.output.CliCommand;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.MarkerFinder;
import dev.throughline.render.ModelMarkers;
import dev.throughline.render.ModelMarkers.MarkerPair;
import dev.throughline.render.PrefixComparison;
import dev.throughline.render.TemplateBoundary;
import dev.throughline.render.TemplateFingerprints;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Describes a chat template.
@Command(
        name = "template",
        mixinStandardHelpOptions = true,
        description = {
            "Describes a chat template: its fingerprints, the options that it reads, its markers, and whether a"
                    + " prompt continues the previous one at each kind of boundary between two requests.",
            "Requires no service."
        },
        footer = {"", "Examples:", "  throughline template chat_template.jinja"})
public final class TemplateCommand extends CliCommand {
    private static final String LINE = "  %-22s %-24s %s";

    @Parameters(
            paramLabel = "FILE|NAME|URL",
            description = "A template, a tokenizer_config.json, a GGUF file, the name of a built-in template, such as"
                    + " glm-4.7, or the URL of a running llama.cpp.")
    private String name = "";

    @Override
    public Integer call() {
        ChatTemplate template = TemplateOption.read(spec.commandLine(), name);
        TemplateFingerprints fingerprints = TemplateFingerprints.of(template);
        PrintWriter out = spec.commandLine().getOut();
        out.println("text       " + fingerprints.text());
        out.println("behavior   " + fingerprints.behavior());
        out.println("options    " + String.join(", ", template.options()));
        ModelMarkers markers = new MarkerFinder(template.source(), Set.of(), template.specialTokens()).find();
        out.println("reasoning  " + pair(markers.reasoning())
                + (markers.startsInReasoning() ? "; an answer starts inside it" : ""));
        out.println("calls      " + pair(markers.toolCall())
                + markers.layoutLabel().map(label -> "; layout " + label).orElse(""));
        out.println("stops      " + String.join(" ", markers.stops()));
        out.println();
        out.println("Does a prompt continue the previous one?");
        List<TemplateBoundary.Trial> trials = TemplateBoundary.tryAll(template);
        trials.forEach(trial -> out.println(LINE.formatted(
                        trial.boundary().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        trial.option().isEmpty() ? "by default" : trial.option(),
                        outcome(trial))
                .stripTrailing()));
        out.flush();
        return ExitCode.YES;
    }

    private static String pair(Optional<MarkerPair> pair) {
        return pair.map(found -> found.opener().strip()
                        + found.closer().map(end -> " … " + end.strip()).orElse(""))
                .orElse("none found");
    }

    private static String outcome(TemplateBoundary.Trial trial) {
        return trial.comparison()
                .map(found -> found.isStable() ? "yes" : "no: " + cause(found))
                .orElse("the template fails");
    }

    private static String cause(PrefixComparison found) {
        return found.divergence()
                .map(divergence -> divergence.cause() + " at " + divergence.pointer())
                .orElse("");
    }
}
