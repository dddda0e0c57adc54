package dev.throughline.harness.probe;

/// How a toy backend differs from the sound one. The sound one is built like a llama.cpp server with a GLM template
/// that keeps earlier reasoning unless it is told to clear it, and that reads any field.
enum ToyBackendQuirk {
    DROPS_HISTORY,
    /// Whatever `clear_thinking` says.
    DROPS_ACROSS_TURNS,
    DROPS_WITHIN_TURN,
    /// Keeps the first half of every block.
    CUTS_HISTORY,
    CLEARS_BY_DEFAULT,
    /// Listens to `thinking.clear_thinking` only.
    HOSTED_SWITCH,
    IGNORES_CLEAR_THINKING,
    READS_ONLY_REASONING,
    READS_ONLY_REASONING_CONTENT,
    READS_ONLY_DETAILS,
    READS_ONLY_TAGS,
    /// A template that shows the content as it is and knows no reasoning, as plain ChatML.
    PRINTS_CONTENT_ONLY,
    /// Prints the reasoning of an answer behind its text.
    PRINTS_BEHIND,
    /// Prints the reasoning of the last answer only.
    KEEPS_LAST,
    /// Strips the ends of reasoning.
    TRIMS,
    /// Makes one space of all white space in reasoning.
    COLLAPSES,
    /// Leaves reasoning fields out before it renders.
    STRIPS_FIELDS,
    /// Shows the request's body in place of the prompt.
    ECHOES_BODY,
    /// Counts the tokens of the request's body instead of the prompt.
    COUNTS_BODY,
    /// Its counts of equal requests differ.
    COUNTS_UNSTEADILY,
    /// Breaks off the first answer.
    BREAKS_OFF_ONCE,
    EMITS_REASONING,

    THINK_IN_CONTENT,
    THINK_PREFILLED,
    CALL_IN_CONTENT,
    ROLE_MARKER_IN_CONTENT,
    DOES_NOT_THINK,
    DOES_NOT_CALL,

    STREAM_OTHER_FIELD,
    STREAM_OTHER_FINISH,
    STREAM_TWO_FINISHES,
    STREAM_WITHOUT_FINISH,
    STREAM_WITH_ERROR,
    STREAM_NOT_JSON,
    NO_STREAM,
    NO_END,
    WRONG_FINISH,
    INVALID_ARGUMENTS,
    NO_USAGE,
    NO_STREAM_USAGE,

    REFUSES_ARRAYS,
    IGNORES_ARRAYS,
    /// In `reasoning_content`, and in the blocks and items of the other dialects.
    REFUSES_REASONING,
    /// Answers no history with a tool call.
    REFUSES_CALLS,
    /// Answers one only if its arguments are objects.
    NEEDS_OBJECTS,

    NO_TEMPLATE,
    /// Answers `/tokenize` with the number of tokens.
    COUNTS_TOKENS,
    /// Answers `/tokenize` with the tokens themselves.
    SHOWS_TOKENS,
    COUNT_ENDPOINT,
    NO_MODELS,
    ONLY_CHAT,
    ONLY_MESSAGES,
    ONLY_RESPONSES,

    UNAUTHORIZED,
    FAILS,
    BUSY,
    HANGS,
    /// Hangs once a history comes.
    HANGS_LATER,
    BREAKS_OFF,
    GARBAGE,
    HTML_PAGE,
    HTML_ERROR,
    OTHER_JSON,
    UNKNOWN_MODEL
}
