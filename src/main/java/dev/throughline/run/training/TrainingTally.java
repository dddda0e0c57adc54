package dev.throughline.run.training;

import dev.throughline.prompt.NamedTemplate;
import dev.throughline.render.mask.LossMask;
import dev.throughline.run.Run;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Counts what an export writes and omits.
final class TrainingTally {
    private final Map<String, Long> leftOut = new TreeMap<>();
    private final SortedSet<String> clients = new TreeSet<>();
    private final SortedSet<String> models = new TreeSet<>();
    private final SortedSet<String> templates = new TreeSet<>();
    private long branches;
    private long rows;
    private long rowsWithLoss;
    private long rowsTruncated;
    private long tokens;
    private long learntTokens;

    void leftOut(OmissionReason reason) {
        branches++;
        leftOut.merge(reason.label(), 1L, Long::sum);
    }

    void row(
            BranchSample sample, Optional<String[]> client, Optional<NamedTemplate> template, Optional<LossMask> mask) {
        branches++;
        rows++;
        rowsWithLoss += sample.preservation().isLost() ? 1 : 0;
        rowsTruncated += sample.isWhole() ? 0 : 1;
        tokens += mask.map(LossMask::size).orElse(0);
        learntTokens += mask.map(LossMask::learnt).orElse(0);
        client.ifPresent(named -> TrainingSummary.add(clients, named[0] + " " + named[1]));
        TrainingSummary.add(models, sample.end().facts().model());
        template.ifPresent(known -> TrainingSummary.add(
                templates, known.name() + " " + known.fingerprints().text()));
    }

    TrainingSummary summary(Run run, TrainingExportRequest order, Optional<String> verdict, String generator) {
        SortedSet<String> tokenizers = new TreeSet<>();
        order.tokenizer().ifPresent(named -> tokenizers.add(named.name()));
        return new TrainingSummary(
                List.of(run.id().value()),
                order.shape().label(),
                run.exchanges(),
                branches,
                rows,
                rowsWithLoss,
                rowsTruncated,
                tokens,
                learntTokens,
                leftOut,
                clients,
                models,
                templates,
                tokenizers,
                Map.of(verdict.orElse("open"), 1L),
                generator);
    }
}
