package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.http.HttpBackend;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.gateway.admission.GatewayServices;
import dev.throughline.gateway.admission.RefusalFactory;
import dev.throughline.gateway.admission.UnansweredExchange;
import dev.throughline.gateway.files.PdfReader;
import dev.throughline.gateway.memory.JsonWeight;
import dev.throughline.gateway.memory.MemoryReservation;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.PdfFile;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.translation.PdfTextReplacement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// A request with PDFs for a backend that does not accept them: it receives their texts instead. A PDF
/// whose text cannot be extracted is refused with its location.
public final class PdfRequest {
    private final ExchangeContext exchange;
    private final PdfReader reader;
    private final Consumer<ExchangeContext> next;
    private final boolean isTranslated;
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final MemoryReservation textMemory;
    private int left;

    private PdfRequest(ExchangeContext exchange, boolean isTranslated, Consumer<ExchangeContext> next) {
        this.exchange = exchange;
        this.isTranslated = isTranslated;
        this.reader = exchange.pipeline().pdfReader();
        this.next = next;
        this.left = reader.maxCharacters();
        this.textMemory = exchange.pipeline().reservation(exchange.call());
        exchange.call().holdsBody(textMemory::release);
    }

    /// Continues with the exchange, its PDFs replaced if the backend does not accept them, or refuses it.
    public static void resolve(ExchangeContext exchange, Consumer<ExchangeContext> next) {
        Map<String, PdfFile> files = PdfTextReplacement.in(exchange.request());
        Optional<HttpBackend> backend = files.isEmpty()
                ? Optional.empty()
                : exchange.run()
                        .settings()
                        .backend()
                        .flatMap(exchange.pipeline().backends()::find)
                        .filter(found -> takesText(exchange, found));
        if (backend.isEmpty()) {
            next.accept(exchange);
        } else {
            boolean isTranslated =
                    backend.get().settings().dialect() != exchange.request().dialect();
            new PdfRequest(exchange, isTranslated, next).read(new ArrayDeque<>(files.entrySet()));
        }
    }

    private static boolean takesText(ExchangeContext exchange, HttpBackend backend) {
        Dialect client = exchange.request().dialect();
        boolean isSame = client == backend.settings().dialect();
        var kind = backend.kind(
                () -> BackendRequestHeaders.of(exchange.call().request().headers(), backend.settings(), isSame, false));
        return FileRules.takesText(backend.settings(), kind.traits(), client);
    }

    private void read(Deque<Map.Entry<String, PdfFile>> files) {
        Map.Entry<String, PdfFile> file = files.pollFirst();
        if (file == null) {
            replaced();
            return;
        }
        exchange.call().then(reader.known(file.getValue().base64()), known -> {
            if (known.isPresent() && known.get().length() <= left) {
                take(file.getKey(), known.get(), files);
            } else {
                extract(file, files);
            }
        });
    }

    /// Reads a file once memory is reserved for it.
    private void extract(Map.Entry<String, PdfFile> file, Deque<Map.Entry<String, PdfFile>> rest) {
        String base64 = file.getValue().base64();
        DialectRequest dialectRequest = exchange.call();
        MemoryReservation memory = exchange.pipeline().reservation(dialectRequest);
        dialectRequest.then(
                GatewayServices.reserve(dialectRequest, memory, reader.heapBytes(base64.length(), left)), refusal -> {
                    if (refusal.isPresent()) {
                        refuse(refusal.get());
                    } else {
                        dialectRequest.then(reader.read(base64, left), outcome -> {
                            memory.release();
                            took(file.getKey(), outcome, rest);
                        });
                    }
                });
    }

    private void took(String pointer, PdfReader.Outcome outcome, Deque<Map.Entry<String, PdfFile>> rest) {
        switch (outcome) {
            case PdfReader.Outcome.Read(String text) -> take(pointer, text, rest);
            case PdfReader.Outcome.Refused(String what) -> refuse(unreadable(pointer, what));
            case PdfReader.Outcome.Busy _ -> refuse(RefusalFactory.tooManyFiles());
        }
    }

    /// The text becomes a part of the request and is weighed as such.
    private void take(String pointer, String text, Deque<Map.Entry<String, PdfFile>> rest) {
        DialectRequest dialectRequest = exchange.call();
        dialectRequest.then(
                GatewayServices.reserve(dialectRequest, textMemory, JsonWeight.least(text.length())), refusal -> {
                    if (refusal.isPresent()) {
                        refuse(refusal.get());
                        return;
                    }
                    texts.put(pointer, text);
                    left -= text.length();
                    read(rest);
                });
    }

    private void replaced() {
        try {
            Conversation request = exchange.request();
            ObjectNode body = PdfTextReplacement.replaced(request, texts, isTranslated);
            Conversation whole = exchange.call().codec().decode(body);
            Conversation continued =
                    request.previousResponse().isPresent() ? whole.continuing(request.previousResponse()) : whole;
            next.accept(exchange.expanded(continued, StrictJson.write(body)));
        } catch (WireException e) {
            refuse(e.failure());
        }
    }

    private static Failure unreadable(String pointer, String what) {
        return Failure.of(
                        FailureKind.INVALID_REQUEST,
                        "The file at " + pointer + " is " + what + "; this backend is sent only the text of PDFs"
                                + " (throughline.backends.NAME.files). Send its text or images of its pages.")
                .at(pointer);
    }

    private void refuse(Failure failure) {
        UnansweredExchange.refused(exchange, failure);
    }
}
