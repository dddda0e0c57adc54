package dev.throughline.run.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.prompt.RenderWorkers;
import dev.throughline.prompt.TemplateLibrary;
import dev.throughline.run.Run;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.prompt.RecordedPrompts;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// Creates the training samples of runs. Blocking; holds a page of small branches or one large branch at a
/// time, and a few bytes for each exchange of the run.
@ApplicationScoped
public class TrainingExport {
    private final BranchReader branches;
    private final ExchangeStore exchangeStore;
    private final TemplateLibrary templates;
    private final RenderWorkers workers;
    private final RecordedPrompts prompts;
    private final String generator;

    TrainingExport(
            BranchReader branches,
            ExchangeStore exchangeStore,
            TemplateLibrary templates,
            RenderWorkers workers,
            RecordedPrompts prompts,
            @ConfigProperty(name = "quarkus.application.version") String version) {
        this.branches = branches;
        this.exchangeStore = exchangeStore;
        this.templates = templates;
        this.workers = workers;
        this.prompts = prompts;
        this.generator = "throughline " + version;
    }

    /// Consumes the rows one by one.
    public interface RowSink {
        /// @throws IOException to end the export
        void row(ObjectNode row) throws IOException;
    }

    /// Writes the rows of a run, ordered by the last exchange of their branch, for the exchanges that the
    /// run had when it was looked up.
    ///
    /// @throws IOException if thrown by the sink
    public TrainingSummary write(Run run, TrainingExportRequest order, RowSink sink) throws IOException {
        return new RunSamples(branches, exchangeStore, templates, workers, prompts, generator, run, order).write(sink);
    }
}
