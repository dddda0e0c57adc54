package dev.throughline.cli.service;

import dev.throughline.text.UrlText;
import java.util.Collection;
import java.util.Optional;

/// Builds the query string of a request.
public final class QueryStringBuilder {
    private final StringBuilder text = new StringBuilder();

    public QueryStringBuilder add(String name, String value) {
        text.append(text.isEmpty() ? '?' : '&').append(name).append('=').append(UrlText.query(value));
        return this;
    }

    public QueryStringBuilder add(String name, Optional<String> value) {
        value.ifPresent(known -> add(name, known));
        return this;
    }

    public QueryStringBuilder add(String name, Collection<String> values) {
        values.forEach(value -> add(name, value));
        return this;
    }

    /// Including the question mark; empty without parameters.
    @Override
    public String toString() {
        return text.toString();
    }
}
