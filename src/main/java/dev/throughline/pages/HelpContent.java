package dev.throughline.pages;

import io.quarkus.qute.RawString;

/// A page of the documentation.
///
/// @param title of its first heading
/// @param html what its Markdown makes; all else is escaped
public record HelpContent(String title, RawString html) {}
