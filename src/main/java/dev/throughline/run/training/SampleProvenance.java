package dev.throughline.run.training;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.prompt.NamedTemplate;
import dev.throughline.run.Run;
import dev.throughline.run.RunSettings;
import dev.throughline.run.SelectedBackend;
import dev.throughline.run.training.BranchReader.BranchEnd;
import dev.throughline.stream.FinishReason;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The provenance of a row. Every field is present in every row, `null` if unknown. Only a product and a
/// version are taken from a User-Agent.
///
/// @param verdict of the run when it was sealed; empty for an open run
/// @param generator name and version of this program
record SampleProvenance(Run run, Optional<String> verdict, TrainingExportRequest order, String generator) {
    private static final Pattern PRODUCT = Pattern.compile(
            "([A-Za-z][A-Za-z0-9_.-]{0,39})/([0-9][A-Za-z0-9_.+-]{0,39})(?=[ ,;(]|$).*", Pattern.DOTALL);

    /// The place of a row among those of its conversation.
    ///
    /// @param branch position among the branches of its conversation, from 1
    /// @param siblings other branches of its first request
    /// @param rewards of the answers on its path
    record BranchPlace(
            int branch, boolean isReplaced, List<RequestTree.Sibling> siblings, List<BranchReader.Reward> rewards) {
        void write(ObjectNode out) {
            out.put("branch", branch);
            out.put("history_replaced", isReplaced);
            ArrayNode others = out.putArray("siblings");
            siblings.forEach(
                    each -> others.addObject().put("exchange", each.leaf()).put("fork", each.fork()));
            ArrayNode values = out.putArray("rewards");
            rewards.forEach(each -> values.addObject()
                    .put("exchange", each.exchange())
                    .put("name", each.name())
                    .put("value", each.value()));
        }
    }

    void write(BranchSample sample, BranchPlace place, Optional<NamedTemplate> template, ObjectNode out) {
        BranchEnd end = sample.end();
        out.put("run", run.id().value());
        out.put("exchange", end.number());
        out.put("conversation", end.conversation());
        place.write(out);
        Optional<String[]> client = client(end);
        out.put("client", client.map(named -> named[0]).orElse(null));
        out.put("client_version", client.map(named -> named[1]).orElse(null));
        out.put("dialect", end.facts().dialect().id());
        out.put("backend", end.backend().map(SelectedBackend::name).orElse(null));
        out.put("model_asked", end.facts().model());
        out.put("model_sent", modelSent(end));
        out.put("template", template.map(NamedTemplate::name).orElse(null));
        out.put("template_mode", sample.form().id());
        out.put(
                "template_sha256",
                template.map(known -> known.fingerprints().text()).orElse(null));
        out.put(
                "template_behavior_sha256",
                template.map(known -> known.fingerprints().behavior()).orElse(null));
        out.put(
                "tokenizer",
                order.tokenizer()
                        .map(TrainingExportRequest.NamedTokenizer::name)
                        .orElse(null));
        out.put("generator", generator);
        out.put("time", end.received().toString());
        out.put("finish", sample.finish().map(SampleProvenance::label).orElse("failed"));
        out.put("repaired_messages", end.repairs());
        out.put("verdict", verdict.orElse(null));
        sample.preservation().write(out.putObject("preservation"));
    }

    private static @Nullable String modelSent(BranchEnd end) {
        return end.backend()
                .map(SelectedBackend::model)
                .filter(model -> !model.isEmpty())
                .orElse(null);
    }

    private static String label(FinishReason finish) {
        return finish.name().toLowerCase(Locale.ROOT);
    }

    /// The client's name and version as declared by the run, otherwise from the beginning of its User-Agent.
    private Optional<String[]> client(BranchEnd end) {
        Optional<RunSettings.Client> declared = run.settings().client();
        if (declared.isPresent()) {
            return Optional.of(
                    new String[] {declared.get().name(), declared.get().version()});
        }
        Matcher product = PRODUCT.matcher(end.client());
        return product.matches() ? Optional.of(new String[] {product.group(1), product.group(2)}) : Optional.empty();
    }
}
