package dev.throughline.gateway.files;

import dev.throughline.gateway.memory.GatewayMemory;
import dev.throughline.text.Sha256;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Extracts the text of PDFs on dedicated threads, a few at a time, and caches the latest texts, since a
/// conversation sends its files again with every request. Thread-safe.
@ApplicationScoped
public class PdfReader {
    private static final int MOST_WAITING = 64;
    private static final int KEPT_CHARACTERS = 8_000_000;
    /// Maximum time for waiting and reading, as a multiple of the time limit for one PDF.
    private static final int PATIENCE = 2;
    private static final int PART_OF_BUDGET = 4;
    /// The text exists up to three times: written, joined and stripped.
    private static final int BYTES_PER_CHARACTER = 4;

    private final PdfSettings settings;
    private final long unpacked;
    private final int maxCharacters;
    private final ThreadPoolExecutor threads;
    private final Map<String, String> kept = new LinkedHashMap<>(16, 0.75f, true);
    private int keptCharacters;

    PdfReader(PdfSettings settings, GatewayMemory memory) {
        this.settings = settings;
        long part = memory.budget().capacity() / PART_OF_BUDGET;
        this.unpacked = Math.min(settings.maxMemory().asLongValue(), part);
        this.maxCharacters = (int) Math.min(settings.maxCharacters(), part / BYTES_PER_CHARACTER);
        ThreadFactory daemons =
                Thread.ofPlatform().name("pdf-text-", 0).daemon().factory();
        this.threads = new ThreadPoolExecutor(
                settings.workers(),
                settings.workers(),
                30,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                daemons);
        threads.allowCoreThreadTimeOut(true);
    }

    /// The result for a PDF.
    public sealed interface Outcome {
        /// @param text not blank
        record Read(String text) implements Outcome {}

        /// @param what a description for a message: "a PDF without text"
        record Refused(String what) implements Outcome {}

        /// The queue is full.
        record Busy() implements Outcome {}
    }

    /// Maximum number of characters of the texts of one request.
    public int maxCharacters() {
        return maxCharacters;
    }

    /// Maximum heap use of reading a PDF that is not cached: its bytes twice, the decoded size of one of
    /// its streams, and its text.
    /// @param characters length of the PDF in base64
    public long heapBytes(int characters, int maxCharacters) {
        return 2L * characters + unpacked + (long) BYTES_PER_CHARACTER * maxCharacters;
    }

    /// The cached text of a PDF. Never fails.
    public Uni<Optional<String>> known(String base64) {
        return Uni.createFrom().<Optional<String>>emitter(emitter -> {
            try {
                threads.execute(() ->
                        emitter.complete(Optional.of(cached(Sha256.hex(base64))).filter(text -> !text.isEmpty())));
            } catch (RejectedExecutionException _) {
                emitter.complete(Optional.empty());
            }
        });
    }

    /// The text of a PDF. Never fails. Needs `heapBytes`, to be reserved beforehand.
    /// @param maxCharacters maximum length of the text
    public Uni<Outcome> read(String base64, int maxCharacters) {
        return Uni.createFrom()
                .<Outcome>emitter(emitter -> {
                    try {
                        threads.execute(() -> emitter.complete(outcome(base64, maxCharacters)));
                    } catch (RejectedExecutionException _) {
                        emitter.complete(new Outcome.Busy());
                    }
                })
                .ifNoItem()
                .after(settings.timeout().multipliedBy(PATIENCE))
                .recoverWithItem(new Outcome.Busy());
    }

    void stop(@Observes ShutdownEvent stopped) {
        threads.shutdownNow();
    }

    private Outcome outcome(String base64, int maxCharacters) {
        try {
            String hash = Sha256.hex(base64);
            String known = cached(hash);
            String text =
                    known.isEmpty() ? PdfTextExtractor.of(bytes(base64), settings, unpacked, maxCharacters) : known;
            if (text.length() > maxCharacters) {
                return new Outcome.Refused("a PDF with more text than the limit (" + maxCharacters + " characters)");
            }
            keep(hash, text);
            return new Outcome.Read(text);
        } catch (PdfRefusedException e) {
            return new Outcome.Refused(String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError _) {
            return new Outcome.Refused("a PDF that needs too much memory to read");
        }
    }

    private byte[] bytes(String base64) {
        long most = settings.maxBytes().asLongValue();
        if (base64.length() / 4 * 3L > most) {
            throw new PdfRefusedException("a PDF larger than " + most + " bytes");
        }
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException _) {
            throw new PdfRefusedException("a PDF in base64 that is not valid");
        }
    }

    private synchronized String cached(String hash) {
        return kept.getOrDefault(hash, "");
    }

    private synchronized void keep(String hash, String text) {
        if (text.length() > KEPT_CHARACTERS / 2 || kept.putIfAbsent(hash, text) != null) {
            return;
        }
        keptCharacters += text.length();
        var eldest = kept.entrySet().iterator();
        while (keptCharacters > KEPT_CHARACTERS) {
            keptCharacters -= eldest.next().getValue().length();
            eldest.remove();
        }
    }
}
