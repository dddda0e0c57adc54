package dev.throughline.filter;

/// Reads what follows the opener of a call, and writes the calls as they arrive.
abstract class CallBody {
    State state = State.WAITS;

    /// The effect of reading.
    enum State {
        /// All was read, or the rest is undecided until more text follows.
        WAITS,
        /// A call has ended; others may follow.
        ENDED,
        /// Nothing more belongs to it.
        DONE,
        /// It is not a call, or no longer one.
        FAILED
    }

    /// Reads on.
    /// @param isOver whether no text follows
    /// @return the position up to which the text was used
    abstract int read(String text, int from, boolean isOver);

    /// The effect of the last reading.
    State state() {
        return state;
    }

    /// The text is no call.
    /// @return the position up to which it was used
    int fail(int at) {
        state = State.FAILED;
        return at;
    }

    /// Characters before the latest marker, with the opener.
    long at() {
        return 0;
    }

    /// The answer has ended inside it.
    /// @param isCut whether the model was stopped by a limit
    /// @return whether everything that began is whole
    abstract boolean end(boolean isCut);

    /// The services of its filter that a body needs.
    interface Host {
        /// Begins a call; false if there may be none of this name here.
        boolean begin(String name);

        /// Whether a call without a name is left out, instead of being text.
        boolean leavesOut();

        /// This is text at the position where a call seemed to begin.
        void giveBack(String text);

        /// White space behind the calls that a text may follow.
        void space(String text);
    }
}
