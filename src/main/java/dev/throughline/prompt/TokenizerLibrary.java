package dev.throughline.prompt;

import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemException;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.QuotedValue;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jboss.logging.Logger;

/// The configured tokenizers by name. Each is read once, ahead of requests, on a separate thread: a large file takes
/// seconds, on a busy machine more. Who needs one that is not read yet waits as long as a rendering may take, then is
/// refused with 503.
@ApplicationScoped
public class TokenizerLibrary {
    private static final Logger LOG = Logger.getLogger(TokenizerLibrary.class);

    private final Map<String, Path> files;
    private final Duration patience;
    private final Function<Path, Tokenizer> parser;
    private final Map<String, CompletableFuture<Tokenizer>> read = new ConcurrentHashMap<>();
    /// When the reading of a file began, by `System.nanoTime`.
    private final Map<String, Long> begun = new ConcurrentHashMap<>();
    private final ExecutorService reader = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("tokenizer-reader").factory());

    @Inject
    TokenizerLibrary(TokenizersConfig config, RenderConfig limits) {
        this(config.files(), limits.deadline(), TokenizerLibrary::tokenizer);
    }

    /// @param parser of a file, which may take its time
    TokenizerLibrary(Map<String, Path> files, Duration patience, Function<Path, Tokenizer> parser) {
        this.files = Map.copyOf(files);
        this.patience = patience;
        this.parser = parser;
    }

    private static Tokenizer tokenizer(Path file) {
        try {
            return TemplateFile.tokenizer(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    void readAhead(@Observes StartupEvent started) {
        names().forEach(this::reading);
    }

    @PreDestroy
    void stop() {
        reader.shutdownNow();
    }

    /// All names in alphabetical order.
    public List<String> names() {
        return files.keySet().stream().sorted().toList();
    }

    /// The tokenizer for a model: one with the name of the model or its template, otherwise the one with
    /// the longest name contained in the model's name.
    ///
    /// @param template name of the template that renders its prompts
    public Optional<String> nameFor(String template, String model) {
        String lower = model.toLowerCase(Locale.ROOT);
        return names().stream()
                .filter(name -> isNamed(name, template, model) || lower.contains(name.toLowerCase(Locale.ROOT)))
                .max(Comparator.comparing((String name) -> isNamed(name, template, model))
                        .thenComparing(String::length));
    }

    private static boolean isNamed(String name, String template, String model) {
        return name.equals(model) || name.equals(template);
    }

    /// Completes when tokenizers are read, or cannot be; fails with 503 if one is not in time. Names of none are
    /// ignored. Holds no thread.
    public Uni<Void> ready(List<String> names) {
        List<String> known = names.stream().filter(files::containsKey).toList();
        Uni<Void> all = Uni.createFrom().voidItem();
        for (String name : known) {
            // A copy: the one who leaves must not cancel the reading for others.
            CompletableFuture<Boolean> settled = reading(name).handle((_, _) -> true);
            all = all.chain(() -> Uni.createFrom().completionStage(settled)).replaceWithVoid();
        }
        return known.isEmpty() ? all : all.ifNoItem().after(patience).failWith(() -> unread(firstUnread(known)));
    }

    private String firstUnread(List<String> known) {
        return known.stream()
                .filter(name -> !reading(name).isDone())
                .findFirst()
                .orElse(known.getFirst());
    }

    /// The tokenizer with this name. Waits for one that is not read yet, so not for an event loop.
    ///
    /// @throws UncheckedIOException if the configured file cannot be read
    /// @throws ProblemException with 503, if it is not read in time
    public Optional<Tokenizer> find(String name) {
        if (!files.containsKey(name)) {
            return Optional.empty();
        }
        try {
            return Optional.of(reading(name).get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        } catch (TimeoutException _) {
            throw unread(name);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw unread(name);
        }
    }

    private ProblemException unread(String name) {
        return Problem.of(
                        ProblemType.OVERLOADED,
                        "The tokenizer " + QuotedValue.of(name) + " was not ready within " + patience.toSeconds()
                                + " s: " + progress(name) + ". Try again in a few seconds.")
                .exception();
    }

    private String progress(String name) {
        Long since = begun.get(name);
        if (since != null) {
            return "it has been read for "
                    + Duration.ofNanos(System.nanoTime() - since).toSeconds() + " s";
        }
        long before = read.values().stream().filter(each -> !each.isDone()).count() - 1;
        return before + (before == 1 ? " other is" : " others are") + " still to be read";
    }

    /// The reading of a file, begun if it was not. One that failed begins again with the next request.
    private CompletableFuture<Tokenizer> reading(String name) {
        return read.computeIfAbsent(name, key -> CompletableFuture.supplyAsync(() -> read(key), reader));
    }

    private Tokenizer read(String name) {
        long start = System.nanoTime();
        begun.put(name, start);
        try {
            Tokenizer tokenizer = parser.apply(Objects.requireNonNull(files.get(name)));
            LOG.infof("tokenizer %s read in %d ms", name, (System.nanoTime() - start) / 1_000_000);
            return tokenizer;
        } catch (RuntimeException e) {
            LOG.warnf("tokenizer %s cannot be read: %s", name, e.getMessage());
            read.remove(name);
            throw e;
        }
    }
}
