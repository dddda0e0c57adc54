package dev.throughline.run.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.prompt.TemplateLibrary;
import dev.throughline.run.Run;
import dev.throughline.run.exchange.Exchanges;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// Makes the training samples of runs. Blocks; holds a page of small branches or one large one at a
/// time, and a few bytes for each exchange of the run.
@ApplicationScoped
public class TrainingExport {
    private final BranchReads branches;
    private final Exchanges exchanges;
    private final TemplateLibrary templates;
    private final String generator;

    TrainingExport(
            BranchReads branches,
            Exchanges exchanges,
            TemplateLibrary templates,
            @ConfigProperty(name = "quarkus.application.version") String version) {
        this.branches = branches;
        this.exchanges = exchanges;
        this.templates = templates;
        this.generator = "throughline " + version;
    }

    /// Takes one row after the other.
    public interface RowSink {
        /// @throws IOException to end the export
        void row(ObjectNode row) throws IOException;
    }

    /// Writes the rows of a run, by the number of the last exchange of their branch: those exchanges
    /// that the run had when it was looked up.
    ///
    /// @throws IOException what the sink throws
    public TrainingSummary write(Run run, TrainingOrder order, RowSink sink) throws IOException {
        return new RunSamples(branches, exchanges, templates, generator, run, order).write(sink);
    }
}
