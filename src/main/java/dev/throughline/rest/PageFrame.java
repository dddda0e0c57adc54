package dev.throughline.rest;

/// The frame around the content of every page.
///
/// @param section the entry of the navigation that the page belongs to, empty for none
/// @param version of the service
/// @param caller the name of the key that the browser is signed in with; empty for none
/// @param formToken the token that every form of the page contains; empty for a page without forms
/// @param links where the page's links lead
public record PageFrame(String section, String version, String caller, String formToken, PageLinks links) {
    /// A page that shows nothing of anybody's.
    static PageFrame plain(String version) {
        return new PageFrame("", version, "", "", PageLinks.SERVICE);
    }
}
