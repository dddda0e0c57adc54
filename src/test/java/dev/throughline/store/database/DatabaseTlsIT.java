package dev.throughline.store.database;

import dev.throughline.backend.Certificate;
import dev.throughline.store.DatabaseProgress;
import dev.throughline.store.DatabaseTimeline;
import dev.throughline.testing.PostgresResource;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A PostgreSQL whose certificate, for `localhost`, a private CA signed.
class DatabaseTlsIT {
    private static final String IS_ENCRYPTED = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

    @TempDir
    static Path directory;

    private static Database server;
    private static Certificate certificate;
    private static Vertx vertx;

    private record Given(Vertx vertx, PoolOptions poolOptions, List<PgConnectOptions> pgConnectOptionsList)
            implements PgPoolCreator.Input {}

    @BeforeAll
    static void start() throws Exception {
        certificate = Certificate.in(directory);
        Path key = directory.resolve("key.pem");
        Files.createFile(key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, certificate.key());
        server = Database.openEmbedded(directory.resolve("data"), PostgresResource.BINARIES);
        EmbeddedServerIT.execute(server, "ALTER SYSTEM SET ssl_cert_file = '" + certificate.pem() + "'");
        EmbeddedServerIT.execute(server, "ALTER SYSTEM SET ssl_key_file = '" + key + "'");
        EmbeddedServerIT.execute(server, "ALTER SYSTEM SET ssl = 'on'");
        EmbeddedServerIT.execute(server, "SELECT pg_reload_conf()");
        EmbeddedServerIT.execute(server, "CREATE DATABASE tls");
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, verify-full, true",
        "localhost, verify-ca, true",
        "127.0.0.1, verify-ca, true",
        "localhost, require, true",
        "127.0.0.1, require, false",
        "127.0.0.1, allow, false",
        "127.0.0.1, prefer, false",
        "127.0.0.1, disable, false"
    })
    void everyModeWorksForStatementsSchemaAndPoolAlike(String host, String mode, boolean hasCa) throws Exception {
        try (Database database = open(host, mode, hasCa)) {
            boolean isEncrypted = !mode.equals("disable") && !mode.equals("allow");

            assertThat(isEncrypted(database)).isEqualTo(isEncrypted);
            assertThat(isPoolEncrypted(database)).isEqualTo(isEncrypted);
        }
    }

    @Test
    void aCertificateOfAnUnknownCaIsNamed() {
        for (String mode : List.of("verify-full", "verify-ca")) {
            assertThatThrownBy(() -> open("localhost", mode, false))
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageContaining(
                            "sslmode=" + mode + ": the server's certificate is not signed by a trusted CA")
                    .hasMessageContaining("THROUGHLINE_DATABASE_CA");
        }
    }

    @Test
    void aCertificateForAnotherHostIsNamed() {
        assertThatThrownBy(() -> open("127.0.0.1", "verify-full", true))
                .hasMessageContaining("the server's certificate is for another host name");
    }

    @Test
    void thePoolTrustsNoOtherCaAndNoOtherHost() throws Exception {
        try (Database trusted = open("localhost", "verify-full", true)) {
            PgConnectOptions unknown = options(trusted);
            assertThatThrownBy(() -> ask(unknown, Optional.empty())).hasStackTraceContaining("SSL handshake failed");
            PgConnectOptions elsewhere = options(trusted).setHost("127.0.0.1");
            assertThatThrownBy(() -> ask(elsewhere, ca(trusted))).hasStackTraceContaining("SSL handshake failed");
        }
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        String url = url("localhost", "verify-full");
        assertThatThrownBy(() -> Database.open(
                        Map.of("THROUGHLINE_DATABASE_URL", url, "THROUGHLINE_DATABASE_CA", "/no/such/file.pem")))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("THROUGHLINE_DATABASE_CA")
                .hasMessageContaining("/no/such/file.pem");
    }

    /// Of the connections that create the schema, listen and keep house.
    private static boolean isEncrypted(Database database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                ResultSet rows = connection.createStatement().executeQuery(IS_ENCRYPTED)) {
            rows.next();
            return rows.getBoolean(1);
        }
    }

    private static boolean isPoolEncrypted(Database database) throws Exception {
        return ask(options(database), ca(database));
    }

    private static boolean ask(PgConnectOptions options, Optional<String> ca) throws Exception {
        Pool pool = new PostgresPoolCreator(new DatabaseProgress(), new DatabaseTimeline(), ca)
                .create(new Given(vertx, new PoolOptions(), List.of(options)));
        try {
            return pool.query(IS_ENCRYPTED)
                    .execute()
                    .map(rows -> rows.iterator().next().getBoolean(0))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(20, TimeUnit.SECONDS);
        } finally {
            pool.close();
        }
    }

    /// As Quarkus makes them of the settings.
    private static PgConnectOptions options(Database database) {
        Map<String, String> settings = database.settings();
        String names = settings.get("quarkus.datasource.reactive.hostname-verification-algorithm");
        return PgConnectOptions.fromUri(settings.get("quarkus.datasource.reactive.url"))
                .setUser(settings.get("quarkus.datasource.username"))
                .setPassword(settings.get("quarkus.datasource.password"))
                .setHostnameVerificationAlgorithm(names.equals("NONE") ? "" : names)
                .setSslMode(SslMode.of(settings.get("quarkus.datasource.reactive.postgresql.ssl-mode")));
    }

    private static Optional<String> ca(Database database) {
        return Optional.ofNullable(database.settings().get(PostgresPoolCreator.ROOT_CERTIFICATE));
    }

    private static Database open(String host, String mode, boolean hasCa) {
        String ca = hasCa ? certificate.pem().toString() : "";
        return Database.open(Map.of("THROUGHLINE_DATABASE_URL", url(host, mode), "THROUGHLINE_DATABASE_CA", ca));
    }

    private static String url(String host, String mode) {
        Map<String, String> settings = server.settings();
        return "postgresql://postgres:" + settings.get("quarkus.datasource.password") + "@" + host + ":"
                + URI.create(settings.get("quarkus.datasource.reactive.url")).getPort() + "/tls?sslmode=" + mode;
    }
}
