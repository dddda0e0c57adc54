package dev.throughline.access;

import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SilentKeysIT {
    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    /// The key may have been created since the keys were read.
    @Test
    void aKeyIsNotCalledUnknownWhileTheDatabaseAnswersNothing() throws Exception {
        try (var silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            var server = new PgConnectOptions()
                    .setHost("127.0.0.1")
                    .setPort(silent.getLocalPort())
                    .setDatabase("throughline")
                    .setUser("throughline");
            var pool = Pool.newInstance(
                    PgBuilder.pool().connectingTo(server).using(vertx).build());
            AccessConfig config = new SmallRyeConfigBuilder()
                    .addDiscoveredConverters()
                    .withMapping(AccessConfig.class)
                    .withDefaultValue("throughline.access", "keys")
                    .build()
                    .getConfigMapping(AccessConfig.class);
            var access = new AccessControl(new KeyRing(pool, config), config, vertx, "127.0.0.1");
            var caller = new CompletableFuture<Caller>();

            access.identify(KeyText.next().reveal(), caller::complete);

            assertThat(caller.get(5, TimeUnit.SECONDS)).isEqualTo(new Caller.Stranger(Denial.Unread.KEYS));
        }
    }
}
