package dev.throughline.matrix;

/// A versioned product that takes part in a conversation.
///
/// @param id the name used in options and the API, lower case, for instance `claude-code`
/// @param title the display name
/// @param registry where its versions are looked up, for instance `npm:opencode-ai`; empty for none
public record Product(String id, Kind kind, String title, VersionScheme scheme, String registry) {
    /// The role of a product.
    public enum Kind {
        CLIENT,
        SDK,
        GATEWAY,
        BACKEND
    }
}
