package dev.throughline.vendor;

import java.util.Map;

/// The issuers of the proofs and ids of a request.
public interface IssuedThoughts {
    /// Nothing is known of any proof.
    IssuedThoughts NONE = _ -> new Origin.Unknown();

    /// @param proof a signature, sealed data, or the id of an item
    Origin of(String proof);

    /// Facts about a proof.
    sealed interface Origin {
        /// It was issued with this thought.
        record Known(Thought thought) implements Origin {}

        /// This vendor never issued it.
        record Foreign() implements Origin {}

        /// It may be anybody's.
        record Unknown() implements Origin {}
    }

    /// A thought as it was issued: what a passport says of it.
    ///
    /// @param vendor of the rule book
    /// @param model that wrote it
    /// @param form in which it was issued: `thinking`, `redacted_thinking`, `reasoning`,
    ///     `thought_signature`, `detail`
    /// @param id of its item; empty for none
    /// @param text empty if it was sealed or not shown
    /// @param neighbour what followed it: the id of a call, `text`, `thought`, or the empty text at the end
    /// @param scope where it was issued, as `VendorRequest.scope`
    /// @param prefix hash of what preceded its turn, see `PrefixHash`; empty if not known
    record Thought(
            String vendor,
            String model,
            String form,
            String id,
            String text,
            String neighbour,
            Map<String, String> scope,
            String prefix) {
        public Thought {
            scope = Map.copyOf(scope);
        }
    }
}
