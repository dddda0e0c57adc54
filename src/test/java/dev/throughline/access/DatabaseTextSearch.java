package dev.throughline.access;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Every table of the service's database, searched as text.
final class DatabaseTextSearch {
    private DatabaseTextSearch() {}

    static List<String> all() {
        List<String> names = new ArrayList<>();
        try (Connection connection = KeyedHttpClient.database().getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT table_name FROM information_schema.tables"
                        + " WHERE table_schema = 'public' AND table_type = 'BASE TABLE'");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return names;
    }

    /// Whether a row, written as text (bytes as hexadecimal digits), holds something.
    static boolean holds(String table, String text) {
        try (Connection connection = KeyedHttpClient.database().getConnection();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT count(*) FROM \"" + table + "\" r WHERE position(? IN r::text) > 0")) {
            query.setString(1, text);
            try (ResultSet rows = query.executeQuery()) {
                rows.next();
                return rows.getLong(1) > 0;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
