package dev.throughline.pages;

import dev.throughline.access.KeyId;
import dev.throughline.run.RunId;
import dev.throughline.run.RunState;
import dev.throughline.run.lifecycle.RunSearch;
import dev.throughline.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The grammar of the search box: `client:opencode version:1.2 verdict:fail backend:local state:open since:2d`
/// and words. A term that cannot be understood is named, not ignored.
///
/// @param unknown what cannot be understood, each with what was expected
record RunSearchText(
        Optional<String> client,
        Optional<String> version,
        Optional<Verdict> verdict,
        Optional<String> backend,
        Optional<RunState> state,
        Optional<Instant> since,
        List<String> words,
        List<String> unknown) {
    private static final int LONGEST = 500;
    private static final int MOST_WORDS = 8;
    private static final Pattern SPAN = Pattern.compile("(\\d{1,4})([mhdw])");

    static RunSearchText parse(String text, Instant now) {
        var parser = new Parser(now);
        Arrays.stream(text.substring(0, Math.min(text.length(), LONGEST))
                        .strip()
                        .split("\\s+"))
                .filter(term -> !term.isEmpty())
                .forEach(parser::read);
        return parser.result();
    }

    /// Whether it says nothing about runs but words that may name anything.
    boolean isWordsOnly() {
        return !words.isEmpty()
                && equals(new RunSearchText(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        words,
                        List.of()));
    }

    RunSearch search(Optional<RunId> before, Optional<KeyId> seesOnly) {
        return new RunSearch(
                client,
                version,
                verdict,
                backend,
                state,
                Optional.empty(),
                Optional.empty(),
                since,
                words,
                before,
                seesOnly);
    }

    private static final class Parser {
        private final Instant now;
        private final List<String> words = new ArrayList<>();
        private final List<String> unknown = new ArrayList<>();
        private Optional<String> client = Optional.empty();
        private Optional<String> version = Optional.empty();
        private Optional<Verdict> verdict = Optional.empty();
        private Optional<String> backend = Optional.empty();
        private Optional<RunState> state = Optional.empty();
        private Optional<Instant> since = Optional.empty();

        Parser(Instant now) {
            this.now = now;
        }

        RunSearchText result() {
            return new RunSearchText(
                    client,
                    version,
                    verdict,
                    backend,
                    state,
                    since,
                    words.stream().limit(MOST_WORDS).toList(),
                    unknown);
        }

        void read(String term) {
            int colon = term.indexOf(':');
            String value = term.substring(colon + 1);
            if (colon <= 0 || value.isEmpty()) {
                words.add(term);
                return;
            }
            switch (term.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "client" -> client = Optional.of(value);
                case "version" -> version = Optional.of(value);
                case "backend" -> backend = Optional.of(value);
                case "verdict" -> {
                    verdict = constant(Verdict.class, value);
                    require(verdict, term, "verdict:pass, verdict:fail or verdict:inconclusive");
                }
                case "state" -> {
                    state = constant(RunState.class, value.equalsIgnoreCase("open") ? "running" : value);
                    require(state, term, "state:open, state:created or state:sealed");
                }
                case "since" -> {
                    since = instant(value);
                    require(since, term, "since:2d (m, h, d, w) or since:2026-01-31");
                }
                default -> words.add(term);
            }
        }

        private void require(Optional<?> found, String term, String expected) {
            if (found.isEmpty()) {
                unknown.add(term + ": " + expected + " was expected");
            }
        }

        private Optional<Instant> instant(String value) {
            Matcher span = SPAN.matcher(value);
            if (span.matches()) {
                return Optional.of(now.minus(span(Long.parseLong(span.group(1)), span.group(2))));
            }
            try {
                return Optional.of(
                        LocalDate.parse(value).atStartOfDay(ZoneOffset.UTC).toInstant());
            } catch (DateTimeParseException _) {
                return Optional.empty();
            }
        }

        private static Duration span(long number, String unit) {
            return switch (unit) {
                case "m" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                case "d" -> Duration.ofDays(number);
                default -> Duration.ofDays(7 * number);
            };
        }

        private static <E extends Enum<E>> Optional<E> constant(Class<E> type, String value) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(one -> one.name().equalsIgnoreCase(value))
                    .findFirst();
        }
    }
}
