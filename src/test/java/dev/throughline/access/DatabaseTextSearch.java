package dev.throughline.access;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// Every table of the service's database, searched as text.
final class DatabaseTextSearch {
    private DatabaseTextSearch() {}

    private static List<String> all() {
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

    /// By text, the tables of which any column of any row holds it, as text or as bytes. Each table is read once.
    static Map<String, List<String>> tablesHolding(Collection<String> texts) {
        List<String> all = List.copyOf(texts);
        Map<String, List<String>> holders = new HashMap<>();
        all.forEach(text -> holders.put(text, new ArrayList<>()));
        for (String table : all()) {
            boolean[] found = found(table, all);
            for (int i = 0; i < found.length; i++) {
                if (found[i]) {
                    holders.get(all.get(i)).add(table);
                }
            }
        }
        return holders;
    }

    private static boolean[] found(String table, List<String> texts) {
        // OFFSET 0 keeps a row from being written anew for each text
        String sql = "SELECT "
                + "coalesce(bool_or(position(? IN t) > 0 OR position(? IN t) > 0), false),".repeat(texts.size())
                + " count(*) FROM (SELECT r::text AS t FROM \"" + table + "\" r OFFSET 0) rows";
        try (Connection connection = KeyedHttpClient.database().getConnection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            for (int i = 0; i < texts.size(); i++) {
                query.setString(2 * i + 1, texts.get(i));
                query.setString(2 * i + 2, HexFormat.of().formatHex(texts.get(i).getBytes(StandardCharsets.UTF_8)));
            }
            var found = new boolean[texts.size()];
            try (ResultSet rows = query.executeQuery()) {
                rows.next();
                for (int i = 0; i < found.length; i++) {
                    found[i] = rows.getBoolean(i + 1);
                }
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
