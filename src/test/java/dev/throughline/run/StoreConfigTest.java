package dev.throughline.run;

import dev.throughline.run.journal.JournalConfig;
import dev.throughline.run.lifecycle.RunConfig;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StoreConfigTest {
    private final SmallRyeConfig config = new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(JournalConfig.class)
            .withMapping(RunConfig.class)
            .build();

    @Test
    void journalHasItsDefaults() {
        JournalConfig journal = config.getConfigMapping(JournalConfig.class);

        assertThat(journal.sliceEvents()).isEqualTo(256);
        assertThat(journal.batchEvents()).isEqualTo(32_768);
        assertThat(journal.writers()).isEqualTo(2);
        assertThat(journal.flushInterval()).isEqualTo(Duration.ofMillis(500));
        assertThat(journal.maxBufferedBytes())
                .extracting(MemorySize::asBigInteger)
                .isEqualTo(BigInteger.valueOf(128L << 20));
        assertThat(journal.highWatermark()).isEqualTo(50);
        assertThat(journal.lowWatermark()).isEqualTo(25);
        assertThat(journal.rememberedBytes())
                .extracting(MemorySize::asBigInteger)
                .isEqualTo(BigInteger.valueOf(32L << 20));
        assertThat(journal.retryFor()).isEqualTo(Duration.ofSeconds(30));
        assertThat(journal.writeTimeout()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void runsHaveTheirDefaults() {
        RunConfig runs = config.getConfigMapping(RunConfig.class);

        assertThat(runs.sweepInterval()).isEqualTo(Duration.ofSeconds(30));
        assertThat(runs.heartbeatInterval()).isEqualTo(Duration.ofSeconds(10));
        assertThat(runs.instanceTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(runs.partitionsAhead()).isEqualTo(7);
        assertThat(runs.sealAtStop()).isFalse();
        assertThat(runs.liveRequests()).isEqualTo(50_000);
        assertThat(runs.livePause()).isEqualTo(Duration.ofHours(4));
        assertThat(runs.liveClients()).isEqualTo(100);
    }

    @Test
    void everyKeyIsNamedHere() {
        assertThat(keys(JournalConfig.class))
                .containsExactlyInAnyOrder(
                        "sliceEvents",
                        "batchEvents",
                        "writers",
                        "flushInterval",
                        "maxBufferedBytes",
                        "highWatermark",
                        "lowWatermark",
                        "rememberedBytes",
                        "retryFor",
                        "writeTimeout");
        assertThat(keys(RunConfig.class))
                .containsExactlyInAnyOrder(
                        "sweepInterval",
                        "heartbeatInterval",
                        "instanceTimeout",
                        "partitionsAhead",
                        "sealAtStop",
                        "livePause",
                        "liveRequests",
                        "liveClients");
    }

    private static List<String> keys(Class<?> mapping) {
        return Arrays.stream(mapping.getDeclaredMethods())
                .map(method -> method.getName())
                .toList();
    }
}
