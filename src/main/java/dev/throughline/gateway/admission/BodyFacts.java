package dev.throughline.gateway.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.run.BodyOutline;
import dev.throughline.wire.RequestRedaction;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.body.ParsedBody;
import java.util.List;
import java.util.Optional;

/// Facts about a request's body that decoding revealed.
///
/// @param hash SHA-256 (hex) of the body as received
/// @param isPlain whether it contains no name of a field that may have a credential
/// @param outline where its history ends; empty if that is not known
/// @param parsed the body with its tree; empty if that is not known
public record BodyFacts(String hash, boolean isPlain, Optional<BodyOutline> outline, Optional<ParsedBody> parsed) {
    /// Nothing is known.
    static final BodyFacts NONE = new BodyFacts("", false, Optional.empty(), Optional.empty());

    /// Writes a body that may be a changed copy of this one's tree.
    public byte[] written(ObjectNode body) {
        return parsed.map(known -> known.written(body)).orElseGet(() -> StrictJson.write(body));
    }

    /// The body without its credentials; the same array if it contains none.
    /// @param body the one that this is about
    byte[] redacted(byte[] body) {
        return isPlain ? body : RequestRedaction.redact(body);
    }

    /// The credentials in a body.
    /// @param same whether this is about that body, and not about one that it was made of
    public List<String> credentials(byte[] body, boolean same) {
        return same && isPlain ? List.of() : RequestRedaction.credentials(body);
    }
}
