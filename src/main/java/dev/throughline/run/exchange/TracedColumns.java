package dev.throughline.run.exchange;

import dev.throughline.store.StoredJson;
import dev.throughline.store.StoredText;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.IssuedReasoningDetails;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.TracedExchange;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The columns of `exchange` that the tracer reads, as they are stored.
///
/// @param link as JSON text
/// @param facts as JSON text
record TracedColumns(int number, String answerKey, String link, String facts, String contentHash, String outcome) {
    /// The columns of an exchange `e`, for `of`.
    static final String NAMES = "e.number, e.answer_key, e.link::text, " + StoredFacts.JSON + ","
            + " e.content_hash, e.outcome, e.backend, e.reasoning_details";
    private static final int BACKEND = 6;
    private static final int DETAILS = 7;

    /// The exchange of a row with the columns of `NAMES`, without observations.
    /// @param first place of the first of them in the row
    static TracedExchange of(Row row, int first, List<PlantedItem> items) {
        return new TracedColumns(
                        row.getInteger(first),
                        row.getString(first + 1),
                        row.getString(first + 2),
                        row.getString(first + 3),
                        row.getString(first + 4),
                        row.getString(first + 5))
                .exchange(items, List.of(), details(row.getString(first + BACKEND), row.getString(first + DETAILS)));
    }

    TracedExchange exchange(
            List<PlantedItem> items, List<Observation> observations, Optional<IssuedReasoningDetails> details) {
        return new TracedExchange(
                number,
                StoredText.decode(answerKey),
                StoredJson.read(link, ConversationLink.class),
                StoredJson.read(facts, RequestFacts.class),
                items,
                observations,
                Optional.of(StoredText.decode(contentHash)).filter(hash -> !hash.isEmpty()),
                ExchangeOutcome.valueOf(outcome),
                details);
    }

    private static Optional<IssuedReasoningDetails> details(@Nullable String backend, @Nullable String json) {
        return backend == null || json == null
                ? Optional.empty()
                : Optional.of(new IssuedReasoningDetails(StoredText.decode(backend), StoredText.decode(json)));
    }
}
