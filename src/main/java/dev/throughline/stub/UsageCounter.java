package dev.throughline.stub;

import dev.throughline.conversation.Conversation;
import dev.throughline.stream.StreamEvent.Usage;

/// Computes an answer's token usage. The prompt is always reported as small: a client that sees a full
/// context compacts its history.
final class UsageCounter {
    private static final int LARGEST_PROMPT = 200;
    private static final int MESSAGE_COST = 10;

    private final int input;
    private int output;
    private int reasoning;

    UsageCounter(Conversation request) {
        input = Math.min(LARGEST_PROMPT, MESSAGE_COST * request.messages().size());
    }

    void reasoning(int tokens) {
        reasoning += tokens;
        output += tokens;
    }

    void output(int tokens) {
        output += tokens;
    }

    Usage usage() {
        return new Usage(input, output, 0, reasoning);
    }
}
