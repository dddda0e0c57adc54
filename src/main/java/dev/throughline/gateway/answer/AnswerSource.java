package dev.throughline.gateway.answer;

/// Where the frames of an answer come from.
public enum AnswerSource {
    /// A backend of the client's dialect; they pass as they came.
    SAME_UNCHANGED,
    /// A backend of the client's dialect; a filter may change them.
    SAME_CHANGED,
    /// Written from events.
    OTHER;

    /// @param isSame whether the backend speaks the client's dialect
    /// @param isUntouched whether nothing may change the answer
    public static AnswerSource of(boolean isSame, boolean isUntouched) {
        if (!isSame) {
            return OTHER;
        }
        return isUntouched ? SAME_UNCHANGED : SAME_CHANGED;
    }
}
