package dev.throughline.load;

import dev.throughline.load.FaultDatabase.Stored;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Holds what clients heard against what the database has.
///
/// An answer whose end a client saw is complete: as many rows as frames, the same text, COMPLETED. Any other is closed
/// with an allowed outcome; that it was committed and its end not seen is no harm.
public final class RecordAudit {
    private final List<String> broken = new ArrayList<>();
    private final Map<Integer, Stored> stored;
    private final Set<String> allowed;
    private long lostTokens;
    private long falseEnds;

    private RecordAudit(Map<Integer, Stored> stored, Set<String> allowed) {
        this.stored = stored;
        this.allowed = allowed;
    }

    /// @param allowed outcomes of answers whose end no client saw
    public static RecordAudit of(List<StreamedAnswer> heard, Map<Integer, Stored> stored, Set<String> allowed) {
        var recordAudit = new RecordAudit(stored, allowed);
        heard.forEach(recordAudit::judge);
        stored.forEach(recordAudit::closed);
        return recordAudit;
    }

    /// Tokens of answers that a client saw end well, and that the database does not hold.
    public long lostTokens() {
        return lostTokens;
    }

    /// Answers that a client saw end well and that were not complete and committed.
    public long falseEnds() {
        return falseEnds;
    }

    /// Promises that did not hold.
    public List<String> broken() {
        return broken;
    }

    /// Adds a promise of the fault's own.
    public RecordAudit expect(boolean holds, String otherwise) {
        if (!holds) {
            broken.add(otherwise);
        }
        return this;
    }

    /// What the fault did, with what was lost of it.
    public FaultOutcome damage(String done, Duration recovery) {
        return new FaultOutcome(done, lostTokens, falseEnds, recovery, broken);
    }

    private void judge(StreamedAnswer streamedAnswer) {
        @Nullable Stored kept = stored.get(streamedAnswer.exchange());
        if (!streamedAnswer.isDone()) {
            expect(
                    kept == null
                            || streamedAnswer.text().startsWith(kept.text())
                            || kept.text().startsWith(streamedAnswer.text()),
                    "exchange " + streamedAnswer.exchange() + ": what was heard and what is stored differ");
            return;
        }
        long rows = kept == null ? 0 : kept.tokens();
        lostTokens += Math.max(0, streamedAnswer.frames() - rows);
        boolean isComplete = kept != null
                && kept.outcome().equals("COMPLETED")
                && rows == streamedAnswer.frames()
                && kept.text().equals(streamedAnswer.text());
        if (!isComplete) {
            falseEnds++;
            broken.add("exchange " + streamedAnswer.exchange() + " ended with " + streamedAnswer.frames()
                    + " frames, stored is " + (kept == null ? "nothing" : kept.outcome() + " with " + rows + " rows"));
        }
    }

    private void closed(int number, Stored kept) {
        expect(
                kept.last() + 1 == kept.tokens(),
                "exchange " + number + ": " + kept.tokens() + " rows up to place " + kept.last());
        expect(
                kept.outcome().equals("COMPLETED") || allowed.contains(kept.outcome()),
                "exchange " + number + " is " + kept.outcome() + ", expected one of " + allowed);
    }
}
