package dev.throughline.render.bridge;

import java.util.Arrays;

/// The prompt of a next turn, or why there is none.
public sealed interface BridgeResult {

    /// Ids that extend those of the turn before. Only what the model wrote is sampled; nothing of the extension is.
    final class Extended implements BridgeResult {
        private final int[] ids;
        private final int sampledFrom;
        private final int sampledTo;
        private final boolean isStopDropped;

        Extended(int[] ids, int sampledFrom, int sampledTo, boolean isStopDropped) {
            this.ids = ids;
            this.sampledFrom = sampledFrom;
            this.sampledTo = sampledTo;
            this.isStopDropped = isStopDropped;
        }

        /// Whether the extension lacks its first token because it is the stop that the model wrote.
        public boolean isStopDropped() {
            return isStopDropped;
        }

        /// All ids; a copy.
        public int[] ids() {
            return ids.clone();
        }

        /// The ids that were put behind those of the turn before.
        public int[] extension() {
            return Arrays.copyOfRange(ids, sampledTo, ids.length);
        }

        /// Whether the model wrote the token at `index` in the turn before.
        public boolean isSampled(int index) {
            return index >= sampledFrom && index < sampledTo;
        }
    }

    /// Text that extends that of the turn before; the model wrote nothing of it.
    ///
    /// @param isStopDropped whether it lacks its first token because it is the stop that the model wrote
    record ExtendedText(String text, boolean isStopDropped) implements BridgeResult {}

    /// The next prompt does not extend the last one; it has to be rendered anew.
    ///
    /// @param detail what was found, for people
    record Refused(RefusalCause cause, String detail) implements BridgeResult {}

    /// Why a prompt cannot be extended.
    enum RefusalCause {
        /// There is no new message.
        NOTHING_NEW,
        /// The model wrote nothing.
        NOTHING_SAMPLED,
        /// An answer is among the new messages: its tokens are not known.
        ASSISTANT_MESSAGE,
        /// The template drops reasoning of earlier turns.
        REASONING_CLEARED,
        /// The template writes earlier messages in another way.
        PROMPT_REWRITTEN,
        /// The template raised an error, or the profile does not fit it.
        NOT_RENDERED
    }
}
