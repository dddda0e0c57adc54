package dev.throughline.gateway.admission;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.KnownHistory;
import dev.throughline.text.BodyDigest;
import dev.throughline.trace.request.HistoryDigests;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.RequestRedaction;
import dev.throughline.wire.WireException;
import dev.throughline.wire.body.ParsedBody;
import java.util.Optional;

/// A decoded request as the next one of its conversation may reuse it: clients repeat the whole history, and only what
/// follows it is parsed, decoded and hashed again. Immutable.
///
/// @param isPlain whether the body contains no name of a field that may have a credential
record KnownRequest(
        ParsedBody body, BodyDigest bodyDigest, boolean isPlain, Conversation request, HistoryDigests digests) {
    /// Decodes a body.
    /// @param earlier a request that may have the same beginning
    static KnownRequest of(
            byte[] bytes, DialectCodec codec, DecodedRequest.Decoder decoder, Optional<KnownRequest> earlier)
            throws WireException {
        String field = codec.historyField();
        ParsedBody body = ParsedBody.parse(bytes, field, earlier.map(KnownRequest::body));
        KnownHistory history = earlier.map(known -> KnownHistory.of(known.request, field, body.shared()))
                .orElse(KnownHistory.NONE);
        Conversation request = decoder.decode(body.tree(), history);
        BodyDigest bodyDigest = earlier.map(KnownRequest::bodyDigest)
                .orElse(BodyDigest.NONE)
                .of(bytes, body.historyEnd(), body.sharedBytes());
        HistoryDigests digests = earlier.map(known -> known.digests.continued(request, history.inPlace(request)))
                .orElseGet(() -> HistoryDigests.of(request));
        int searched = earlier.filter(KnownRequest::isPlain)
                .map(_ -> body.sharedBytes())
                .orElse(0);
        return new KnownRequest(body, bodyDigest, !RequestRedaction.mayApply(bytes, searched), request, digests);
    }
}
