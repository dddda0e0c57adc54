package dev.throughline.matrix;

/// How the versions of a product are written and ordered.
public enum VersionScheme {
    /// `1.18.33`, `2.0.0-beta.3`. Source: semver.org 2.0.0, items 9 to 11.
    SEMVER,
    /// `b4712`: a letter and a growing number.
    BUILD,
    /// `2026-01-24`, `20260124`.
    DATE
}
