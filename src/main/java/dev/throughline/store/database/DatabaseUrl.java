package dev.throughline.store.database;

import dev.throughline.text.UrlText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The address of a PostgreSQL database with user and password, as
/// `postgresql://user:password@host:port/database?sslmode=MODE`. `postgres://` is the same; the port
/// defaults to 5432, the database to the user's name. User, password and database may be percent-encoded.
/// Several servers, as `host:port,host:port`, hold the same data; the one that accepts writes is used, so that
/// `target_session_attrs=read-write` may be given and changes nothing. `sslrootcert=FILE` names the CA that signed the
/// server's certificate; with it, `require` means `verify-ca`, and no mode `verify-full`. `sslrootcert=system`, and
/// none, are the CAs that the JVM trusts.
/// Source: libpq, "Connection URIs", "Specifying Multiple Hosts", "Client Verification of Server Certificates".
///
/// @param servers each with its port, IPv6 in brackets, separated by commas
/// @param password empty for none
/// @param sslMode one of libpq's modes, if one applies
/// @param rootCertificate a file of PEM, if the CA is not one that the JVM trusts
record DatabaseUrl(
        String servers,
        String database,
        String user,
        String password,
        Optional<String> sslMode,
        Optional<String> rootCertificate) {
    private static final String FORM = "postgresql://user:password@host:port/database";
    private static final Pattern URL = Pattern.compile("postgres(?:ql)?://(?:([-\\w.~!$&'()*+,;=:%]*)@)?([^/?#@]*)"
            + "(?:/([-\\w.~!$&'()*+,;=:@%]*))?(?:\\?([^#]*))?");
    private static final Pattern SERVER = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[-\\w.]+)(?::([0-9]{1,5}))?");
    private static final Set<String> SSL_MODES =
            Set.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");
    private static final Set<String> WRITABLE = Set.of("read-write", "primary");
    private static final String DEFAULT_PORT = "5432";
    private static final String SSL_MODE = "sslmode";
    private static final String ROOT_CERTIFICATE = "sslrootcert";
    private static final String SYSTEM = "system";
    private static final String TRUSTED_BY_JVM = "sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory";

    /// Parses a URL.
    /// @param variable the name of what holds it, for messages
    /// @throws DatabaseException with a description of the error, without the password
    static DatabaseUrl parse(String variable, String text) {
        try {
            return parse(text.strip());
        } catch (IllegalArgumentException e) {
            throw new DatabaseException(variable + " is invalid: " + e.getMessage() + "; expected " + FORM);
        }
    }

    private static DatabaseUrl parse(String text) {
        if (!text.startsWith("postgresql://") && !text.startsWith("postgres://")) {
            throw new IllegalArgumentException("it does not begin with postgresql://");
        }
        Matcher url = URL.matcher(text);
        if (!url.matches()) {
            throw notAUrl();
        }
        String servers =
                Stream.of(url.group(2).split(",", -1)).map(DatabaseUrl::server).collect(Collectors.joining(","));
        String[] credentials = Optional.ofNullable(url.group(1)).orElse("").split(":", 2);
        String user = decode(credentials[0]);
        if (user.isEmpty()) {
            throw new IllegalArgumentException("it has no user");
        }
        String database = decode(Optional.ofNullable(url.group(3)).orElse(""));
        Map<String, String> parameters =
                parameters(Optional.ofNullable(url.group(4)).orElse(""));
        return new DatabaseUrl(
                        servers,
                        database.isEmpty() ? user : database,
                        user,
                        credentials.length < 2 ? "" : decode(credentials[1]),
                        Optional.ofNullable(parameters.get(SSL_MODE)),
                        Optional.empty())
                .withRootCertificate(parameters.getOrDefault(ROOT_CERTIFICATE, ""));
    }

    /// The same with a separately configured password, not percent-encoded; an empty one changes nothing.
    DatabaseUrl withPassword(String apart) {
        return apart.isEmpty() ? this : new DatabaseUrl(servers, database, user, apart, sslMode, rootCertificate);
    }

    /// The same with a separately configured file of a CA; an empty one changes nothing, nor does one if the URL names
    /// its own or wants no verification.
    /// @throws IllegalArgumentException if there is no such file
    DatabaseUrl withRootCertificate(String file) {
        if (file.isEmpty() || rootCertificate.isPresent()) {
            return this;
        }
        String mode = sslMode.map(named -> named.equals("require") ? "verify-ca" : named)
                .orElse("verify-full");
        require(
                file.equals(SYSTEM) || Files.isReadable(Path.of(file)),
                "the certificate of its CA (" + ROOT_CERTIFICATE + ") is no file that can be read: " + file);
        return new DatabaseUrl(
                servers,
                database,
                user,
                password,
                Optional.of(mode),
                Optional.of(file).filter(_ -> !file.equals(SYSTEM)));
    }

    boolean isVerified() {
        return sslMode.orElse("").startsWith("verify");
    }

    /// The port of the last server.
    int port() {
        return Integer.parseInt(servers.substring(servers.lastIndexOf(':') + 1));
    }

    /// For JDBC, without credentials.
    String jdbc() {
        Optional<String> trust = Optional.of(rootCertificate
                        .map(file -> "sslrootcert=" + UrlText.segment(file))
                        .orElse(TRUSTED_BY_JVM))
                .filter(_ -> isVerified());
        String query = Stream.of(
                        sslMode.map(mode -> "sslmode=" + mode),
                        trust,
                        Optional.of("targetServerType=primary").filter(_ -> servers.contains(",")))
                .flatMap(Optional::stream)
                .collect(Collectors.joining("&"));
        return "jdbc:postgresql://" + servers + "/" + UrlText.segment(database) + (query.isEmpty() ? "" : "?" + query);
    }

    /// For the reactive client, without credentials and TLS mode: one URL for each server, separated by commas.
    String location() {
        return Stream.of(servers.split(","))
                .map(server -> "postgresql://" + server + "/" + UrlText.segment(database))
                .collect(Collectors.joining(","));
    }

    @Override
    public String toString() {
        return servers + "/" + database;
    }

    private static String server(String text) {
        Matcher server = SERVER.matcher(text);
        if (!server.matches()) {
            throw text.isEmpty() ? new IllegalArgumentException("it has no host") : notAUrl();
        }
        return server.group(1) + ":" + Optional.ofNullable(server.group(2)).orElse(DEFAULT_PORT);
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String pair : query.split("&")) {
            String name = pair.replaceAll("=.*", "");
            parameters.put(name, decode(pair.substring(Math.min(pair.length(), name.length() + 1))));
        }
        parameters.remove("");
        parameters.forEach((name, value) -> {
            switch (name) {
                case SSL_MODE ->
                    require(
                            SSL_MODES.contains(value),
                            "its sslmode is not one of disable, allow, prefer, require, verify-ca, verify-full");
                case "target_session_attrs" ->
                    require(WRITABLE.contains(value), "its target_session_attrs is not read-write");
                default ->
                    require(
                            name.equals(ROOT_CERTIFICATE),
                            "its parameter '" + name
                                    + "' is not known (only sslmode, sslrootcert and target_session_attrs are)");
            }
        });
        return parameters;
    }

    private static void require(boolean isSo, String otherwise) {
        if (!isSo) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    private static IllegalArgumentException notAUrl() {
        return new IllegalArgumentException(
                "it is not a URL (special characters in the password must be percent-encoded)");
    }

    private static String decode(String raw) {
        try {
            return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            // Its message repeats what may be the password.
            throw notAUrl();
        }
    }
}
