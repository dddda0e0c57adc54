package dev.throughline.rest;

import com.fasterxml.jackson.core.JsonParseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.charset.MalformedInputException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class DatabaseConnectionLossTest {

    @Test
    void aConnectionThatCannotBeOpenedIsFoundInsideWhateverException() {
        var refused = new ConnectException("Connection refused: localhost:5432");

        assertThat(DatabaseConnectionLoss.in(refused)).contains(refused);
        assertThat(DatabaseConnectionLoss.in(new CompletionException(new IllegalStateException(refused))))
                .contains(refused);
    }

    static Stream<IOException> otherFailures() {
        return Stream.of(
                new JsonParseException(null, "Unexpected character"),
                new NoSuchFileException("glm.json"),
                new MalformedInputException(1));
    }

    @ParameterizedTest
    @MethodSource("otherFailures")
    void jsonTextAndFilesAreNoDatabase(IOException failure) {
        assertThat(DatabaseConnectionLoss.in(failure)).isEmpty();
        assertThat(DatabaseConnectionLoss.in(new UncheckedIOException(failure))).isEmpty();
    }
}
