package dev.throughline.matrix;

import dev.throughline.conversation.Dialect;
import dev.throughline.trace.ThinkingPolicy;
import java.util.Optional;

/// The combination that a cell speaks of. Two runs with equal keys are evidence for the same cell.
///
/// Source: architecture.md, "A cell of the matrix".
///
/// @param suite major version of the test suite; verdicts of different ones are not comparable
/// @param scenario what the answers were made of, as `POST /runs` names it; behind a gateway followed by the form in
///     which a stub without parsers wrote them (`tools-raw-glm-4.5`); `probe` for a backend check
/// @param streaming how the requests wanted their answers
/// @param client the client or SDK under test; empty for a backend check
/// @param variant a setting of its recipe, empty for the recipe as it is
/// @param model the model id that the client was told, empty when not said; some clients behave differently by it
/// @param gateway what stood between client and backend; empty for nothing
/// @param backend what answered; empty for the stub
/// @param template sha-256 of the backend's chat template in hexadecimal, empty when it does not show it
/// @param dialectIn what the client spoke
/// @param dialectOut what the backend spoke; the same for the stub
public record CellKey(
        int suite,
        String scenario,
        ThinkingPolicy policy,
        Streaming streaming,
        Optional<Versioned> client,
        String variant,
        String model,
        Optional<Versioned> gateway,
        Optional<Versioned> backend,
        String template,
        Dialect dialectIn,
        Dialect dialectOut) {

    /// A product at a version.
    /// @param product its id, for instance `opencode`
    /// @param version as the product's own registry or server writes it, never `latest`
    public record Versioned(String product, String version) {
        /// `product@version`.
        public String label() {
            return product + "@" + version;
        }
    }

    /// How requests wanted their answers.
    public enum Streaming {
        STREAM,
        WHOLE,
        /// Some so, some so, in one run.
        MIXED
    }
}
