package dev.throughline.gateway.admission;

import dev.throughline.conversation.Dialect;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.anthropic.AnthropicCodec;
import dev.throughline.wire.chat.ChatCodec;
import dev.throughline.wire.responses.ResponsesCodec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The codec of each dialect.
public final class DialectCodecs {
    public static final AnthropicCodec ANTHROPIC = new AnthropicCodec();

    private static final Map<Dialect, DialectCodec> BY_DIALECT =
            List.of(new ChatCodec(), ANTHROPIC, new ResponsesCodec()).stream()
                    .collect(Collectors.toUnmodifiableMap(DialectCodec::dialect, Function.identity()));

    private DialectCodecs() {}

    static DialectCodec of(Dialect dialect) {
        return Objects.requireNonNull(BY_DIALECT.get(dialect));
    }
}
