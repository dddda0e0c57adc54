package dev.throughline.harness.recipe;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/// A kind of packages, with the registry that they come from.
public enum Ecosystem {
    @JsonProperty("npm")
    NPM("JavaScript"),
    /// The Python Package Index, or the index that is configured instead.
    @JsonProperty("pypi")
    PYPI("Python"),
    /// Maven coordinates, `GROUP:ARTIFACT`.
    @JsonProperty("maven")
    MAVEN("Java"),
    /// Go modules.
    @JsonProperty("go")
    GO("Go");

    private final String language;

    Ecosystem(String language) {
        this.language = language;
    }

    /// The language that its packages are used from.
    public String language() {
        return language;
    }

    /// As in recipes and on the command line.
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
