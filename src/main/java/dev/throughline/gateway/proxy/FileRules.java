package dev.throughline.gateway.proxy;

import dev.throughline.backend.HttpBackend;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.vendor.BackendKind;
import dev.throughline.wire.translation.PdfNotes;
import java.util.List;

/// Decides whether a backend is sent PDFs, or notes instead.
final class FileRules {
    private FileRules() {}

    /// JSON pointers of the PDFs that the backend is not sent.
    static List<String> refused(ExchangeContext exchange, HttpBackend backend) {
        List<String> pdfs = PdfNotes.pointers(exchange.request());
        return pdfs.isEmpty() || isSentPdfs(exchange, backend) ? List.of() : pdfs;
    }

    private static boolean isSentPdfs(ExchangeContext exchange, HttpBackend backend) {
        Dialect client = exchange.request().dialect();
        Dialect server = backend.settings().dialect();
        return switch (backend.settings().files()) {
            case NATIVE -> true;
            case NOTE -> false;
            case AUTO -> {
                BackendKind kind = backend.kind(() -> BackendRequestHeaders.of(
                        exchange.dialectRequest().request().headers(), backend.settings(), client == server, false));
                yield switch (kind.traits().files()) {
                    case TAKEN -> true;
                    case REFUSED -> false;
                    // A client of the backend's own dialect knows what the backend accepts. Of the other
                    // dialects only chat lacks a file part that every server reads.
                    case UNKNOWN -> client == server || server != Dialect.OPENAI_CHAT;
                };
            }
        };
    }
}
