package dev.throughline.bench;

import java.util.concurrent.atomic.LongAdder;

/// What the agents of a soak saw; thread-safe. What must not happen is printed when it does.
final class SoakFindings {
    private final LongAdder conversations = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder left = new LongAdder();
    private final LongAdder lossy = new LongAdder();
    private final LongAdder falseEnds = new LongAdder();
    private final LongAdder lostTokens = new LongAdder();
    private final LongAdder broken = new LongAdder();

    /// A conversation is over.
    /// @param isKept whether the backend got back all reasoning that was due
    void judged(boolean isKept, String place) {
        conversations.increment();
        if (!isKept) {
            lossy.increment();
            System.err.println("reasoning was lost: " + place);
        }
    }

    /// A client saw an answer end.
    void ended() {
        ended.increment();
    }

    /// A client left an answer half-way.
    void left() {
        left.increment();
    }

    /// A client saw an answer end that is not recorded as ended.
    void falseEnd(String place) {
        falseEnds.increment();
        System.err.println("a false end: " + place);
    }

    /// The rows of an answer's tokens are others than those that its exchange says.
    void lostToken(String place) {
        lostTokens.increment();
        System.err.println("lost tokens: " + place);
    }

    void broken(String what) {
        broken.increment();
        System.err.println(what);
    }

    boolean isRight() {
        return conversations.sum() > 0 && lossy.sum() + falseEnds.sum() + lostTokens.sum() + broken.sum() == 0;
    }

    String line() {
        return ("%,d conversations (%d lost reasoning, %d broke),"
                        + " %,d answers (%d false ends, %d with lost tokens), %,d left")
                .formatted(
                        conversations.sum(),
                        lossy.sum(),
                        broken.sum(),
                        ended.sum(),
                        falseEnds.sum(),
                        lostTokens.sum(),
                        left.sum());
    }
}
