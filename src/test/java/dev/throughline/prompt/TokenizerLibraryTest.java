package dev.throughline.prompt;

import dev.throughline.render.tokenizer.TestVocabularies;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.rest.ProblemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class TokenizerLibraryTest {
    private static final Tokenizer TOKENIZER = Tokenizer.read(TestVocabularies.glm());
    private static final Map<String, Path> FILES = Map.of("one", Path.of("one.json"));

    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();

    private Tokenizer slow(Path file) {
        begun.incrementAndGet();
        try {
            released.await();
            return TOKENIZER;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void oneThatIsNotReadInTimeIsRefusedAndReadOn() {
        TokenizerLibrary library = new TokenizerLibrary(FILES, Duration.ofMillis(50), this::slow);

        assertThatThrownBy(() -> library.ready(List.of("one")).await().indefinitely())
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.problem().status()).isEqualTo(503);
                    assertThat(e).hasMessageContaining("\"one\" was not ready within 0 s: it has been read for 0 s");
                });
        assertThatThrownBy(() -> library.find("one")).isInstanceOf(ProblemException.class);
        released.countDown();
        var patient = new TokenizerLibrary(FILES, Duration.ofSeconds(30), this::slow);
        assertThat(patient.find("one")).containsSame(TOKENIZER);
        assertThat(begun).hasValue(2);
    }

    @Test
    void aFileThatFailsIsReadAgain() {
        TokenizerLibrary library = new TokenizerLibrary(FILES, Duration.ofSeconds(30), file -> {
            if (begun.incrementAndGet() == 1) {
                throw new IllegalStateException("broken");
            }
            return TOKENIZER;
        });

        library.ready(List.of("one")).await().indefinitely();
        assertThat(library.find("one")).isPresent();
        assertThat(begun).hasValue(2);
    }

    @Test
    void unknownNamesAreNotWaitedFor() {
        TokenizerLibrary library = new TokenizerLibrary(FILES, Duration.ofMillis(1), this::slow);

        library.ready(List.of("other")).await().indefinitely();

        assertThat(library.find("other")).isEmpty();
        assertThat(begun).hasValue(0);
    }
}
