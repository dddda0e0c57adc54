package dev.throughline.gateway.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.KnownHistory;
import dev.throughline.text.BodyDigest;
import dev.throughline.trace.history.MessageChain;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.ParsedBody;
import dev.throughline.wire.RequestRedaction;
import dev.throughline.wire.WireException;
import java.util.List;
import java.util.Optional;

/// A decoded request, also as the next one of its conversation may reuse it: clients repeat the whole history, and only
/// what follows it is parsed, decoded and hashed again. Immutable.
///
/// @param isPlain whether the body contains no name of a field that may have a credential
/// @param chain the hashes of its history
public record KnownRequest(
        ParsedBody body, BodyDigest digest, boolean isPlain, Conversation request, MessageChain chain) {
    /// Decodes a body.
    @FunctionalInterface
    public interface Decoder {
        Conversation decode(ObjectNode body, KnownHistory known) throws WireException;
    }

    /// Decodes a body.
    /// @param earlier a request that may have the same beginning
    static KnownRequest of(byte[] bytes, DialectCodec codec, Decoder decoder, Optional<KnownRequest> earlier)
            throws WireException {
        String field = codec.historyField();
        ParsedBody body = ParsedBody.parse(bytes, field, earlier.map(KnownRequest::body));
        KnownHistory history = earlier.map(known -> KnownHistory.of(known.request, field, body.shared()))
                .orElse(KnownHistory.NONE);
        Conversation request = decoder.decode(body.tree(), history);
        BodyDigest digest = body.digest(earlier.map(KnownRequest::digest).orElse(BodyDigest.NONE));
        MessageChain chain = earlier.map(known -> known.chain.continued(request, history.inPlace(request)))
                .orElseGet(() -> MessageChain.of(request));
        int searched = earlier.filter(KnownRequest::isPlain)
                .map(_ -> body.sharedBytes())
                .orElse(0);
        return new KnownRequest(body, digest, !RequestRedaction.mayApply(bytes, searched), request, chain);
    }

    /// As received.
    public byte[] bytes() {
        return body.bytes();
    }

    /// SHA-256 (hex) of the body as received.
    public String hash() {
        return digest.hex();
    }

    /// The credentials in a body: this one, or another that was made of it.
    public List<String> credentials(byte[] some) {
        return some == bytes() && isPlain ? List.of() : RequestRedaction.credentials(some);
    }

    /// The body without its credentials, to be recorded.
    Recorded recorded() {
        byte[] redacted = isPlain ? bytes() : RequestRedaction.redact(bytes());
        return new Recorded(redacted, redacted == bytes() ? digest : digest(redacted));
    }

    private BodyDigest digest(byte[] redacted) {
        try {
            return ParsedBody.parse(redacted, body.history(), Optional.empty()).digest(BodyDigest.NONE);
        } catch (WireException _) {
            return BodyDigest.NONE;
        }
    }

    /// A body as it is recorded.
    record Recorded(byte[] bytes, BodyDigest digest) {
        /// That of a request whose body is not recorded.
        static final Recorded NONE = new Recorded(new byte[0], BodyDigest.NONE);
    }
}
