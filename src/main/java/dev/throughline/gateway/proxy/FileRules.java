package dev.throughline.gateway.proxy;

import dev.throughline.backend.settings.BackendKind;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.conversation.Dialect;

/// Decides whether a backend is sent PDFs or their texts.
public final class FileRules {
    private FileRules() {}

    /// Whether PDFs in a request are replaced by their text.
    /// @param client the dialect of the request
    public static boolean takesText(BackendSettings settings, BackendKind.Traits traits, Dialect client) {
        return switch (settings.files()) {
            case NATIVE -> false;
            case TEXT -> true;
            case AUTO ->
                switch (traits.files()) {
                    case TAKEN -> false;
                    case REFUSED -> true;
                    // A client of the backend's own dialect knows what the backend accepts. Of the other
                    // dialects only chat lacks a file part that every server reads.
                    case UNKNOWN -> client != settings.dialect() && settings.dialect() == Dialect.OPENAI_CHAT;
                };
        };
    }
}
