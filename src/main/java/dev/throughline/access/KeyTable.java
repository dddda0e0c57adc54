package dev.throughline.access;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javax.sql.DataSource;

/// Creates, lists and revokes keys for the command line, whether or not the service runs; a running service
/// reads the table again within `throughline.access.refresh`.
public final class KeyTable {
    private static final String INSERT = """
            INSERT INTO access_key (key_id, name, scope, hash, requests_per_minute, streams, body_bytes, runs_per_day)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""";
    private static final String IF_NEW = " ON CONFLICT DO NOTHING";
    private static final String LIST = "SELECT * FROM access_key ORDER BY created, key_id";
    private static final String REVOKE = "UPDATE access_key SET revoked = now() WHERE key_id = ? AND revoked IS NULL";
    private static final String VALID = "SELECT count(*) FROM access_key WHERE revoked IS NULL";

    private final DataSource database;

    public KeyTable(DataSource database) {
        this.database = database;
    }

    /// Creates a key. Its text is stored nowhere.
    public KeyText create(String name, Scope scope, KeyLimits limits) {
        KeyText text = KeyText.next();
        insert(INSERT, text, name, scope, limits);
        return text;
    }

    /// Has a key in the table that the installer of the service chose, for its first administrator. One that was
    /// revoked stays so.
    /// @param text of the form of a key
    /// @throws AccessException if it has another form
    public void first(String text) {
        KeyText key = KeyText.parse(text)
                .orElseThrow(
                        () -> new AccessException("the first key does not have the form of a key: tlk_, 10 characters"
                                + " of 0-9 and a-v, _, and 52 such characters"));
        insert(INSERT + IF_NEW, key, "first", Scope.ADMIN, KeyLimits.NONE);
    }

    private void insert(String sql, KeyText text, String name, Scope scope, KeyLimits limits) {
        update(sql, statement -> {
            statement.setString(1, text.id().value());
            statement.setString(2, name);
            statement.setString(3, scope.name());
            statement.setBytes(4, text.hash().bytes());
            int place = 5;
            for (Limit limit : Limit.values()) {
                statement.setObject(place++, limits.own().get(limit), Types.BIGINT);
            }
        });
    }

    /// All keys, oldest first, including revoked ones.
    public List<AccessKey> list() {
        return query(LIST, rows -> {
            List<AccessKey> keys = new ArrayList<>();
            while (rows.next()) {
                keys.add(key(rows));
            }
            return keys;
        });
    }

    /// Revokes a key.
    /// @return whether there was a valid one
    public boolean revoke(KeyId id) {
        return update(REVOKE, statement -> statement.setString(1, id.value())) > 0;
    }

    /// Number of valid keys.
    public long valid() {
        return query(VALID, rows -> {
            rows.next();
            return rows.getLong(1);
        });
    }

    private static AccessKey key(ResultSet row) throws SQLException {
        return new AccessKey(
                new KeyId(row.getString("key_id")),
                row.getString("name"),
                Scope.valueOf(row.getString("scope")),
                new KeyHash(row.getBytes("hash")),
                limits(row),
                instant(row, "created").orElseThrow(),
                instant(row, "revoked"));
    }

    private static KeyLimits limits(ResultSet row) throws SQLException {
        List<OptionalLong> found = new ArrayList<>();
        for (Limit limit : Limit.values()) {
            long value = row.getLong(limit.column());
            found.add(row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value));
        }
        return KeyLimits.of(limit -> found.get(limit.ordinal()));
    }

    private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }

    private int update(String sql, Filling filling) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            filling.fill(statement);
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private <T> T query(String sql, Reading<T> reading) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            return reading.read(rows);
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private static AccessException unreadable(SQLException e) {
        return new AccessException("the keys cannot be read or written (" + e.getMessage() + ")");
    }

    private interface Filling {
        void fill(PreparedStatement statement) throws SQLException;
    }

    private interface Reading<T> {
        T read(ResultSet rows) throws SQLException;
    }
}
