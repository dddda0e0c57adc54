package dev.throughline.run.report;

import dev.throughline.trace.Observation.Due;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Outcome;

/// The meaning of an item's outcome for the run, for export formats with few states.
enum ItemResult {
    /// It was returned as required or as allowed.
    RETURNED,
    /// It had to be returned and was missing or changed.
    LOST,
    /// Its whole turn is absent, which is not a loss of the item.
    ABSENT,
    /// It belongs to another run: reported, never counted.
    FOREIGN,
    /// It was optional and was not returned.
    NOT_DUE;

    static ItemResult of(ReportedItem item) {
        return of(item.outcome(), item.due());
    }

    static ItemResult of(Outcome outcome, Due due) {
        return switch (outcome) {
            case LEAKED -> FOREIGN;
            case EXACT, REFERENCED -> RETURNED;
            case TURN_ABSENT -> due == Due.MUST ? ABSENT : NOT_DUE;
            default -> due == Due.MUST && outcome.isLoss() ? LOST : NOT_DUE;
        };
    }

    /// Whether a report lists the item. Items returned as required are not listed individually, and missing
    /// optional items are not an error.
    boolean isListed() {
        return switch (this) {
            case LOST, ABSENT, FOREIGN -> true;
            case RETURNED, NOT_DUE -> false;
        };
    }

    /// Whether a capability is judged by the items of its own name; the others are judged over several
    /// items or over requests.
    static boolean hasItems(Capability capability) {
        return switch (capability) {
            case THINK, CONTENT, TOOL_ID, TOOL_IN, TOOL_OUT -> true;
            case SIGNATURE, ORDER, PARAMS, CACHE, ACCEPTED -> false;
        };
    }

    /// Describes the outcome by which a client loses an item.
    static String meaning(Outcome outcome) {
        return switch (outcome) {
            case EXACT -> "came back exactly";
            case REFERENCED -> "was named by an id that the server resolves";
            case TRIMMED -> "came back with other white space at its ends";
            case MODIFIED -> "came back with other bytes";
            case TRUNCATED -> "came back cut off";
            case MOVED -> "came back in the wrong place";
            case RENAMED -> "came back in a field of another known name";
            case SHADOWED -> "came back in an alias beside the right field, which is empty";
            case REORDERED -> "came back in another order";
            case PARTIAL -> "came back with some of its blocks only";
            case SIGNATURE_LOST -> "came back without its signature";
            case SIGNATURE_ALTERED -> "came back with another signature";
            case DUPLICATED -> "came back more than once";
            case MISSING -> "did not come back though its turn did";
            case TURN_ABSENT -> "is gone with its whole turn";
            case LEAKED -> "belongs to another run";
            case NOT_DUE -> "need not come back";
            case REFUSED -> "was refused by the vendor";
            case SILENTLY_DROPPED -> "was taken by the vendor and lost silently";
        };
    }
}
