package dev.throughline.pages;

/// Selects the observed items of a request that its page shows: in a long conversation not all of them.
///
/// @param hasLater whether the page leaves out later items
/// @param before value of the page's parameter for earlier items, empty if there are none
public record ItemsPart(boolean hasLater, String before) {
    /// Whether the page leaves out any.
    public boolean isPart() {
        return hasLater || !before.isEmpty();
    }
}
