package dev.throughline.gateway.proxy;

import dev.throughline.backend.settings.BackendKind;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.conversation.Dialect;

/// Whether a backend is sent PDFs or their texts.
public final class FileRules {
    private FileRules() {}

    /// Whether PDFs of a request become text.
    /// @param client the dialect of the request
    public static boolean takesText(BackendSettings settings, BackendKind.Traits traits, Dialect client) {
        return switch (settings.files()) {
            case NATIVE -> false;
            case TEXT -> true;
            case AUTO ->
                switch (traits.files()) {
                    case TAKEN -> false;
                    case REFUSED -> true;
                    // A client of the backend's own dialect knows what it asks. Of the others chat alone has no place
                    // for a file that every server reads.
                    case UNKNOWN -> client != settings.dialect() && settings.dialect() == Dialect.OPENAI_CHAT;
                };
        };
    }
}
