package dev.throughline.backend;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Status and headers of a backend's response.
/// @param headers names in lower case; of repeated headers the last one
public record BackendHead(int status, Map<String, String> headers) {
    public BackendHead {
        headers = Map.copyOf(headers);
    }

    /// From header lines.
    static BackendHead of(int status, List<Map.Entry<String, String>> lines) {
        return new BackendHead(
                status,
                lines.stream()
                        .collect(Collectors.toMap(
                                line -> line.getKey().toLowerCase(Locale.ROOT),
                                Map.Entry::getValue,
                                (former, latter) -> latter)));
    }

    /// A header's value.
    /// @param name in lower case
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /// The media type without parameters, in lower case; empty for none.
    String mediaType() {
        String type = headers.getOrDefault("content-type", "");
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
