package dev.throughline.matrix.version;

/// Something with versions that takes part in a conversation.
///
/// @param id the name used in options and the API, lower case, for instance `claude-code`
/// @param title the name that people write
/// @param registry where its versions are looked up, for instance `npm:opencode-ai`; empty for nowhere
public record Product(String id, Kind kind, String title, VersionScheme scheme, String registry) {

    /// The part that a product plays.
    public enum Kind {
        CLIENT,
        SDK,
        GATEWAY,
        BACKEND
    }
}
