package dev.throughline.render;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ServerCacheTest {
    @Test
    void whatTheServerDidNotReuseIsUnexplained() {
        assertThat(new ServerCache(1_039, OptionalInt.of(512)).unexplained()).hasValue(527);
        assertThat(new ServerCache(1_039, OptionalInt.of(1_100)).unexplained()).hasValue(0);
        assertThat(new ServerCache(1_039, OptionalInt.empty()).unexplained()).isEmpty();
    }

    @Test
    void lessThanABlockOfAServerSaysNothing() {
        assertThat(new ServerCache(1_151, OptionalInt.of(1_024)).unexplained()).hasValue(0);
        assertThat(new ServerCache(1_152, OptionalInt.of(1_024)).unexplained()).hasValue(128);
    }
}
