package dev.throughline.vendor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/// A request as a vendor gets it.
///
/// @param form the dialect's id, or the name of a form that no client speaks here (`converse`, `gemini`)
/// @param body as sent; not modified
/// @param betas the betas that its headers name
/// @param facts what only the vendor knows (`account-new`, `plain-model`)
/// @param scope where it is sent: `resource`, `connection`, `endpoint`, `upstream`, as far as known
public record VendorRequest(
        String form, ObjectNode body, Set<String> betas, Set<String> facts, Map<String, String> scope) {
    public VendorRequest {
        betas = Set.copyOf(betas);
        facts = Set.copyOf(facts);
        scope = Map.copyOf(scope);
    }

    /// A request of which only the body is known.
    public VendorRequest(String form, ObjectNode body) {
        this(form, body, Set.of(), Set.of(), Map.of());
    }

    /// The same request with another body.
    public VendorRequest withBody(ObjectNode other) {
        return new VendorRequest(form, other, betas, facts, scope);
    }

    /// The name of the model; empty if it names none.
    public String model() {
        return body.path("model").asText("");
    }
}
