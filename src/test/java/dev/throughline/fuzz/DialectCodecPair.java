package dev.throughline.fuzz;

import dev.throughline.conversation.Dialect;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.anthropic.AnthropicBackendCodec;
import dev.throughline.wire.anthropic.AnthropicCodec;
import dev.throughline.wire.chat.ChatBackendCodec;
import dev.throughline.wire.chat.ChatCodec;
import dev.throughline.wire.responses.ResponsesBackendCodec;
import dev.throughline.wire.responses.ResponsesCodec;

/// Both sides of each dialect.
final class DialectCodecPair {
    private DialectCodecPair() {}

    static DialectCodec codec(Dialect dialect) {
        return switch (dialect) {
            case OPENAI_CHAT -> new ChatCodec();
            case ANTHROPIC -> new AnthropicCodec();
            case RESPONSES -> new ResponsesCodec();
        };
    }

    static BackendCodec backend(Dialect dialect) {
        return switch (dialect) {
            case OPENAI_CHAT -> new ChatBackendCodec();
            case ANTHROPIC -> new AnthropicBackendCodec();
            case RESPONSES -> new ResponsesBackendCodec();
        };
    }
}
