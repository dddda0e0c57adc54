package dev.throughline.run.lifecycle;

import dev.throughline.access.KeyId;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.store.StoredText;
import io.smallrye.mutiny.Uni;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// A filter of runs as HQL.
/// @param conditions each with the value of its parameter `:p`
record RunQuery(Map<String, String> conditions) {
    /// @param seesOnly the requesting key; of other keys only published runs are found
    static RunQuery of(RunFilter filter, Optional<KeyId> seesOnly, Optional<RunId> before) {
        Map<String, String> conditions = new LinkedHashMap<>();
        filter.state().ifPresent(state -> conditions.put("state = :p", state.name()));
        filter.mode().ifPresent(mode -> conditions.put("mode = :p", mode.name()));
        filter.client().ifPresent(name -> conditions.put("clientName = :p", StoredText.encode(name)));
        filter.version().ifPresent(version -> conditions.put("clientVersion = :p", StoredText.encode(version)));
        filter.label().ifPresent(label -> conditions.put("label = :p", StoredText.encode(label)));
        seesOnly.ifPresent(key -> conditions.put("(keyId = :p or published = true)", key.value()));
        before.ifPresent(id -> conditions.put("runId < :p", id.value()));
        return new RunQuery(conditions);
    }

    Uni<List<Run>> list(StatelessSession session, int limit) {
        StringBuilder hql = new StringBuilder("from RunRow where true = true");
        int place = 0;
        for (String condition : conditions.keySet()) {
            hql.append(" and ").append(condition.replace(":p", ":p" + place));
            place++;
        }
        var query =
                session.createSelectionQuery(hql.append(" order by runId desc").toString(), RunRow.class);
        place = 0;
        for (String value : conditions.values()) {
            query.setParameter("p" + place++, value);
        }
        return query.setMaxResults(limit)
                .getResultList()
                .map(rows -> rows.stream().map(RunRow::toRun).toList());
    }
}
