package dev.throughline.store.database;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DatabaseUrlTest {
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "postgres"})
    void readsEveryPart(String scheme) {
        assertThat(parse(scheme + "://me:p%40ss%3A%2F+%25@db.example:6543/my%20base?sslmode=require"))
                .isEqualTo(new DatabaseUrl(
                        "db.example:6543", "my base", "me", "p@ss:/+%", Optional.of("require"), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({
        "postgresql://me@host, host:5432, me",
        "postgresql://me@[::1]/base, [::1]:5432, base",
        "postgresql://me:@127.0.0.1:1/, 127.0.0.1:1, me"
    })
    void fillsInWhatIsLeftOut(String url, String server, String database) {
        assertThat(parse(url))
                .isEqualTo(new DatabaseUrl(server, database, "me", "", Optional.empty(), Optional.empty()));
    }

    @Test
    void takesAPasswordThatStandsApartAsItIs() {
        DatabaseUrl url = parse("postgresql://me:old@host/base?sslmode=require");

        assertThat(url.withPassword("p@ss:/+%41"))
                .isEqualTo(new DatabaseUrl(
                        "host:5432", "base", "me", "p@ss:/+%41", Optional.of("require"), Optional.empty()));
        assertThat(url.withPassword("")).isEqualTo(url);
    }

    @Test
    void writesItForEachDriverWithoutCredentials() {
        DatabaseUrl url = parse("postgresql://me:secret@[::1]:7/my%20base?sslmode=disable");

        assertThat(url.jdbc()).isEqualTo("jdbc:postgresql://[::1]:7/my%20base?sslmode=disable");
        assertThat(url.location()).isEqualTo("postgresql://[::1]:7/my%20base");
        assertThat(url.toString()).doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?target_session_attrs=read-write", "?target_session_attrs=primary"})
    void namesSeveralServersOfWhichEachDriverUsesTheOneThatAcceptsWrites(String parameters) {
        DatabaseUrl url = parse("postgresql://me:secret@one,[::1]:7,two:5433/base" + parameters);

        assertThat(url.jdbc()).isEqualTo("jdbc:postgresql://one:5432,[::1]:7,two:5433/base?targetServerType=primary");
        assertThat(url.location())
                .isEqualTo("postgresql://one:5432/base,postgresql://[::1]:7/base,postgresql://two:5433/base");
        assertThat(url).hasToString("one:5432,[::1]:7,two:5433/base");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mysql://me:secret@host/base",
                "host",
                "postgresql://host/base",
                "postgresql://:secret@host/base",
                "postgresql://me:secret@/base",
                "postgresql://me:secret@host/base?sslmode=perhaps",
                "postgresql://me:secret@host/base?options=x",
                "postgresql://me:secret@host/base?sslrootcert=/no/such/file.pem",
                "postgresql://me:secret@host/base?target_session_attrs=standby",
                "postgresql://me:secret@host,/base",
                "postgresql://me:secret@[::1/base",
                "postgresql://me:secret%4@host/base",
                "postgresql://me:se^cret secret@host/base"
            })
    void saysInOneLineWhatIsWrongWithoutThePassword(String url) {
        assertThatThrownBy(() -> parse(url))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("THROUGHLINE_DATABASE_URL")
                .hasMessageNotContaining("secret")
                .extracting(Throwable::getMessage)
                .asString()
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "'', verify-full",
        "&sslmode=verify-full, verify-full",
        "&sslmode=verify-ca, verify-ca",
        "&sslmode=require, verify-ca",
        "&sslmode=disable, disable"
    })
    void verifiesByTheCaThatIsNamed(String parameters, String mode, @TempDir Path folder) throws IOException {
        Path ca = Files.createFile(folder.resolve("the ca.pem"));
        String encoded = ca.toString().replace(" ", "%20");
        DatabaseUrl url = parse("postgresql://me@host/base?sslrootcert=" + encoded + parameters);

        assertThat(url.sslMode()).contains(mode);
        assertThat(url.jdbc())
                .startsWith("jdbc:postgresql://host:5432/base?sslmode=" + mode)
                .satisfies(jdbc ->
                        assertThat(jdbc.contains("&sslrootcert=" + encode(ca))).isEqualTo(!mode.equals("disable")));
        assertThat(parse("postgresql://me@host/base?" + parameters).withRootCertificate(ca.toString()))
                .isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sslmode=verify-full", "sslrootcert=system", "sslmode=verify-full&sslrootcert=system"})
    void verifiesByTheCasOfTheJvmOtherwise(String parameters) {
        assertThat(parse("postgresql://me@host/base?" + parameters).jdbc())
                .isEqualTo("jdbc:postgresql://host:5432/base?sslmode=verify-full"
                        + "&sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory");
    }

    private static String encode(Path file) {
        return URLEncoder.encode(file.toString(), StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static DatabaseUrl parse(String url) {
        return DatabaseUrl.parse("THROUGHLINE_DATABASE_URL", url);
    }
}
