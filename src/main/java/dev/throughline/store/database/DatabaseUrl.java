package dev.throughline.store.database;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/// The address of a PostgreSQL server with user and password, as
/// `postgresql://user:password@host:port/database?sslmode=MODE`. `postgres://` is the same; the port
/// defaults to 5432, the database to the user's name. User, password and database may be percent-encoded.
/// Source: libpq, "Connection URIs".
///
/// @param host a name or an address, IPv6 without brackets
/// @param password empty for none
/// @param sslMode one of libpq's modes, if the URL names one
record DatabaseUrl(String host, int port, String database, String user, String password, Optional<String> sslMode) {
    private static final String FORM = "postgresql://user:password@host:port/database";
    private static final Set<String> SSL_MODES =
            Set.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");
    private static final int DEFAULT_PORT = 5432;

    /// Parses a URL.
    /// @throws DatabaseException with a description of the error, without the password
    static DatabaseUrl parse(String text) {
        URI uri = uri(text.strip());
        String host = Optional.ofNullable(uri.getHost()).orElseThrow(() -> wrong("it has no host"));
        String[] credentials = credentials(uri);
        String path = Optional.ofNullable(uri.getRawPath()).orElse("");
        String database = path.length() > 1 ? decode(path.substring(1)) : credentials[0];
        return new DatabaseUrl(
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
                database,
                credentials[0],
                credentials[1],
                sslMode(uri));
    }

    /// The same with a separately configured password, not percent-encoded; an empty one changes nothing.
    DatabaseUrl withPassword(String apart) {
        return apart.isEmpty() ? this : new DatabaseUrl(host, port, database, user, apart, sslMode);
    }

    /// For JDBC, without credentials.
    String jdbc() {
        return "jdbc:" + location() + sslMode.map(mode -> "?sslmode=" + mode).orElse("");
    }

    /// For the reactive client, without credentials and TLS mode.
    String location() {
        return "postgresql://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + "/" + encode(database);
    }

    /// A readable form.
    @Override
    public String toString() {
        return host + ":" + port + "/" + database;
    }

    private static URI uri(String text) {
        if (!text.startsWith("postgresql://") && !text.startsWith("postgres://")) {
            throw wrong("it does not begin with postgresql://");
        }
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            // The exception's own message repeats the URL and with it the password.
            throw wrong("it is not a URL (special characters in the password must be percent-encoded)");
        }
    }

    private static String[] credentials(URI uri) {
        String raw = Optional.ofNullable(uri.getRawUserInfo()).orElseThrow(() -> wrong("it has no user"));
        int colon = raw.indexOf(':');
        String user = decode(colon < 0 ? raw : raw.substring(0, colon));
        if (user.isEmpty()) {
            throw wrong("it has no user");
        }
        return new String[] {user, colon < 0 ? "" : decode(raw.substring(colon + 1))};
    }

    private static Optional<String> sslMode(URI uri) {
        String query = Optional.ofNullable(uri.getRawQuery()).orElse("");
        for (String pair : query.split("&")) {
            if (pair.startsWith("sslmode=")) {
                String mode = decode(pair.substring("sslmode=".length()));
                if (!SSL_MODES.contains(mode)) {
                    throw wrong("its sslmode is not one of disable, allow, prefer, require, verify-ca, verify-full");
                }
                return Optional.of(mode);
            }
            if (!pair.isEmpty()) {
                throw wrong("its parameter '" + pair.replaceAll("=.*", "") + "' is not known (only sslmode is)");
            }
        }
        return Optional.empty();
    }

    private static String decode(String raw) {
        return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String encode(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static DatabaseException wrong(String why) {
        return new DatabaseException("THROUGHLINE_DATABASE_URL is invalid: " + why + "; expected " + FORM);
    }
}
