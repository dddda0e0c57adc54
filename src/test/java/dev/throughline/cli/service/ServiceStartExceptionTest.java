package dev.throughline.cli.service;

import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceStartExceptionTest {
    @Test
    void saysInOneLineWhatIsAtTheBottom() {
        var bad = new IllegalArgumentException("invalid settings:\n\tthroughline.backends.x.url: found abc");

        assertThat(ServiceStartException.because(Optional.of(new RuntimeException("failed to start", bad))))
                .hasMessage("the service could not start: invalid settings: throughline.backends.x.url: found abc");
    }

    @Test
    void saysWhatIsKnown() {
        assertThat(ServiceStartException.because(Optional.of(new IllegalStateException())))
                .hasMessage("the service could not start: java.lang.IllegalStateException");
        assertThat(ServiceStartException.because(Optional.empty())).hasMessage("the service could not start");
    }
}
