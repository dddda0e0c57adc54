package dev.throughline.run.lifecycle;

import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.store.StoredText;
import dev.throughline.store.TransactionRunner;
import dev.throughline.verdict.Verdict;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Searches runs, newest first, with their stored verdicts. Reads in the order of an index up to the limit,
/// so that its cost does not grow with the number of runs.
@ApplicationScoped
public class RunSearchQuery {
    private static final String BY_VERDICT =
            "verdict v JOIN run r ON r.run_id = v.run_id COLLATE \"C\" WHERE v.verdict = :verdict";
    /// The same, found by the run: for a caller that sees few runs.
    private static final String WITH_VERDICT =
            "run r JOIN verdict v ON v.run_id = r.run_id COLLATE \"default\" WHERE v.verdict = :verdict";

    private static final String RUNS = "run r WHERE true";
    private static final String STUB = "stub";

    private final TransactionRunner transactionRunner;

    RunSearchQuery(TransactionRunner transactionRunner) {
        this.transactionRunner = transactionRunner;
    }

    public Uni<List<FoundRun>> find(RunSearch search, int limit) {
        return transactionRunner.run(session -> ids(session, search, limit)
                .chain(ids -> ids.isEmpty() ? Uni.createFrom().item(List.of()) : runs(session, ids)));
    }

    /// The verdict that was stored when a run was sealed; empty for an open one.
    public Uni<Optional<Verdict>> verdict(RunId run) {
        return transactionRunner.run(session ->
                verdicts(session, List.of(run.value())).map(found -> Optional.ofNullable(found.get(run.value()))));
    }

    private static Uni<List<String>> ids(StatelessSession session, RunSearch search, int limit) {
        Map<String, Object> values = new LinkedHashMap<>();
        boolean hasWords = !search.words().isEmpty();
        String conditions = conditions(search, values);
        int read = hasWords ? RunSearch.SEARCHED : limit;
        String found = search.seesOnly().isPresent()
                ? visible(search, conditions, read)
                : newest(search.verdict().isPresent() ? BY_VERDICT : RUNS, conditions, read);
        String sql = "SELECT n.run_id FROM (" + found + ") n WHERE true" + words(search.words(), values)
                + " ORDER BY n.run_id DESC";
        search.verdict().ifPresent(verdict -> values.put("verdict", verdict.name()));
        var query = session.createNativeQuery(sql, String.class);
        values.forEach(query::setParameter);
        return query.setMaxResults(limit).getResultList();
    }

    /// The newest runs of a key and the newest published ones, each by a separate index.
    private static String visible(RunSearch search, String conditions, int limit) {
        String source = search.verdict().isPresent() ? WITH_VERDICT : RUNS;
        return "(" + newest(source, conditions + " AND r.key_id = :key", limit) + ") UNION ("
                + newest(source, conditions + " AND r.published", limit) + ")";
    }

    private static String newest(String source, String conditions, int limit) {
        String order = source.equals(BY_VERDICT) ? "v.run_id COLLATE \"C\"" : "r.run_id";
        return "SELECT r.run_id, r.label, r.client_name FROM " + source + conditions + " ORDER BY " + order
                + " DESC LIMIT " + limit;
    }

    private static String conditions(RunSearch search, Map<String, Object> values) {
        List<String> all = new ArrayList<>();
        Optional<String> backend = search.backend().filter(name -> !name.equals(STUB));
        add(all, "r.client_name = :client", "client", search.client().map(StoredText::encode), values);
        add(all, "r.client_version = :version", "version", search.version().map(StoredText::encode), values);
        add(all, "r.settings ->> 'backend' = :backend", "backend", backend.map(StoredText::encode), values);
        add(all, "r.label = :label", "label", search.label().map(StoredText::encode), values);
        add(all, "r.run_id >= :since", "since", search.since().map(RunId::earliest), values);
        add(all, "r.run_id < :before", "before", search.before().map(RunId::value), values);
        // As literals: the plan for a parameter could not use the small index of the open runs.
        search.state().ifPresent(state -> all.add("r.state = '" + state.name() + "'"));
        search.mode().ifPresent(mode -> all.add("r.mode = '" + mode.name() + "'"));
        search.backend().filter(STUB::equals).ifPresent(_ -> all.add("r.mode = 'STUB'"));
        search.seesOnly().ifPresent(key -> values.put("key", key.value()));
        return all.stream().map(condition -> " AND " + condition).collect(Collectors.joining());
    }

    private static void add(
            List<String> all, String condition, String name, Optional<?> value, Map<String, Object> values) {
        value.ifPresent(given -> {
            all.add(condition);
            values.put(name, given);
        });
    }

    private static String words(List<String> words, Map<String, Object> values) {
        var sql = new StringBuilder();
        for (int i = 0; i < words.size(); i++) {
            sql.append(" AND (position(:w%1$d in lower(n.label)) > 0".formatted(i))
                    .append(" OR position(:w%1$d in lower(coalesce(n.client_name, ''))) > 0".formatted(i))
                    .append(" OR starts_with(n.run_id, :w%1$d))".formatted(i));
            values.put("w" + i, StoredText.encode(words.get(i).toLowerCase(Locale.ROOT)));
        }
        return sql.toString();
    }

    private static Uni<List<FoundRun>> runs(StatelessSession session, List<String> ids) {
        return session.createSelectionQuery("from RunRow where runId in (:ids) order by runId desc", RunRow.class)
                .setParameter("ids", ids)
                .getResultList()
                .chain(rows -> verdicts(session, ids)
                        .map(verdicts -> rows.stream()
                                .map(row -> new FoundRun(row.toRun(), Optional.ofNullable(verdicts.get(row.runId))))
                                .toList()));
    }

    private static Uni<Map<String, Verdict>> verdicts(StatelessSession session, List<String> ids) {
        return session.createSelectionQuery(
                        "select v.runId, v.verdict from VerdictRow v where v.runId in (:ids)", Object[].class)
                .setParameter("ids", ids)
                .getResultList()
                .map(rows -> rows.stream()
                        .collect(Collectors.toMap(row -> (String) row[0], row -> Verdict.valueOf((String) row[1]))));
    }

    /// A run in a list, with the verdict that was stored when it was sealed; empty for an open run.
    public record FoundRun(Run run, Optional<Verdict> verdict) {}
}
