package dev.throughline.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The profiles of `vendors.json`, and those of an operator's own file, which replace profiles and laws of the same
/// name. Immutable but for what it keeps of earlier look-ups; thread-safe.
public final class RuleBook {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final Map<String, Profile> profiles;
    private final Map<String, List<Rule>> laws;
    private final String read;

    private final Overflow overflow;
    private final List<BackendKind> kinds;
    private final Map<Service, Endpoint> services = new ConcurrentHashMap<>();

    private RuleBook(Map<String, Profile> profiles, Map<String, List<Rule>> laws, Facts facts) {
        this.overflow = facts.overflow();
        this.kinds = facts.kinds();
        this.read = facts.read();
        this.profiles = profiles;
        this.laws = laws;
    }

    /// The contents of a rule book besides its rules.
    private record Facts(String read, Overflow overflow, List<BackendKind> kinds) {}

    private static final class Bundled {
        private static final RuleBook BOOK = of(List.of(resource()));

        private static JsonNode resource() {
            try (InputStream in = RuleBook.class.getResourceAsStream("/vendors/vendors.json")) {
                return MAPPER.readTree(Objects.requireNonNull(in, "the rule book is not on the class path"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// The rule book that the program ships.
    public static RuleBook bundled() {
        return Bundled.BOOK;
    }

    /// The shipped rule book with an operator's own.
    /// @param own text of a file of the same form
    /// @throws IllegalArgumentException if it is no rule book
    public static RuleBook with(String own) {
        try {
            return of(List.of(Bundled.resource(), MAPPER.readTree(own)));
        } catch (IOException e) {
            throw new IllegalArgumentException("The rule book of vendors is not JSON: " + e.getMessage(), e);
        }
    }

    /// All profiles, by their ids.
    public Map<String, Profile> profiles() {
        return profiles;
    }

    /// All laws, by their names.
    public Map<String, List<Rule>> laws() {
        return laws;
    }

    /// How servers say that a conversation no longer fits the model.
    ///
    /// @param words fragments of messages, in lower case, with who says so
    public record Overflow(Set<String> codes, Map<String, String> words) {
        public Overflow {
            codes = Set.copyOf(codes);
            words = Collections.unmodifiableMap(new LinkedHashMap<>(words));
        }
    }

    public Overflow overflow() {
        return overflow;
    }

    /// The kinds of backends that the shipped rule book knows, in its order.
    List<BackendKind> kinds() {
        return kinds;
    }

    /// The day on which the sources were read.
    public String read() {
        return read;
    }

    public Optional<Profile> profile(String id) {
        return Optional.ofNullable(profiles.get(id));
    }

    /// The profiles of a backend's vendor in its dialect, in the order of the book; empty if the book does not know it.
    /// @param every the profile of every model, whatever its name; empty where names decide
    public record Endpoint(List<Profile> profiles, Optional<Profile> every) {
        public Endpoint {
            profiles = List.copyOf(profiles);
        }

        private static Endpoint byName(Stream<Profile> profiles) {
            return new Endpoint(profiles.toList(), Optional.empty());
        }

        /// The profile of a model, else that of its vendor.
        /// @param model the backend's name for the model
        public Optional<Profile> profile(String model) {
            Optional<Profile> found = Optional.empty();
            for (Profile profile : profiles) {
                // A profile of the model comes after that of its vendor, and one of a path after that of any.
                if (profile.isModel(model) && (profile.isOfModel() || found.isEmpty())) {
                    found = Optional.of(profile);
                }
            }
            return every.isPresent() ? every : found;
        }

        /// Whether the vendor refuses answers of any of its models without their thoughts.
        public boolean demandsThoughts() {
            return profiles.stream().anyMatch(Profile::isRepaired);
        }
    }

    /// The book's profile of a backend. Compares it with every profile: callers that ask for each request keep the
    /// result.
    /// @param kind of the backend, as in its settings
    /// @param url of the backend
    public Endpoint at(String kind, String url, Dialect dialect) {
        return Endpoint.byName(profiles.values().stream()
                .filter(profile -> profile.forms().contains(dialect.id()) && url.contains(profile.path()))
                .filter(profile -> profile.kinds().contains(kind)
                        || profile.hosts().stream().anyMatch(host -> isHost(url, host))));
    }

    private record Service(String profile, Dialect dialect) {}

    /// The book's profile of a service that answers as one of its profiles, in a dialect: that profile whatever the
    /// model's name; one of a vendor as a whole stands for that of the model.
    /// @param id of the profile
    /// @return without profiles if the vendor does not speak the dialect
    public Endpoint as(String id, Dialect dialect) {
        return services.computeIfAbsent(new Service(id, dialect), _ -> service(id, dialect));
    }

    private Endpoint service(String id, Dialect dialect) {
        Optional<Profile> named = profile(id);
        return named.filter(one -> one.isOfModel() && one.forms().contains(dialect.id()))
                .map(one -> new Endpoint(List.of(one), named))
                .or(() -> named.map(one -> beside(one, dialect)))
                .orElseGet(() -> Endpoint.byName(Stream.of()));
    }

    private Endpoint beside(Profile profile, Dialect dialect) {
        return Endpoint.byName(profiles.values().stream()
                .filter(other -> other.forms().contains(dialect.id()))
                .filter(other -> other.vendor().equals(profile.vendor())
                        && other.kinds().equals(profile.kinds())
                        && other.hosts().equals(profile.hosts())
                        && other.path().equals(profile.path())));
    }

    private static boolean isHost(String url, String host) {
        int begin = url.indexOf("://") < 0 ? 0 : url.indexOf("://") + 3;
        String rest = url.substring(begin).toLowerCase(Locale.ROOT);
        String name = rest.split("[:/?]", 2)[0];
        return name.equals(host) || name.endsWith("." + host) || name.endsWith("-" + host);
    }

    private static RuleBook of(List<JsonNode> books) {
        Map<String, List<Rule>> laws = new TreeMap<>();
        Map<String, JsonNode> written = new LinkedHashMap<>();
        String read = "";
        Set<String> codes = new LinkedHashSet<>();
        Map<String, String> words = new LinkedHashMap<>();
        for (JsonNode book : books) {
            book.path("laws").properties().forEach(law -> {
                List<Rule> rules = new ArrayList<>();
                law.getValue().forEach(rule -> rules.add(Rule.of(rule)));
                laws.put(law.getKey(), List.copyOf(rules));
            });
            book.path("profiles")
                    .forEach(profile -> written.put(profile.path("id").asText(), profile));
            codes.addAll(Rule.list(book.at("/overflow/codes")));
            book.at("/overflow/words").forEach(word -> words.put(Rule.text(word, "says"), Rule.text(word, "of")));
            read = book.path("read").asText(read);
        }
        Map<String, Profile> profiles = new LinkedHashMap<>();
        written.forEach((id, json) -> profiles.put(id, profile(lineage(json, written), laws)));
        return new RuleBook(
                Collections.unmodifiableMap(profiles),
                Collections.unmodifiableMap(laws),
                new Facts(read, new Overflow(codes, words), kinds(books.getFirst())));
    }

    private static List<BackendKind> kinds(JsonNode book) {
        List<BackendKind> kinds = new ArrayList<>();
        book.path("kinds").forEach(kind -> kinds.add(BackendKind.of(kind)));
        return List.copyOf(kinds);
    }

    /// A profile and those that it is like, the most general first.
    private static List<JsonNode> lineage(JsonNode json, Map<String, JsonNode> written) {
        List<JsonNode> lineage = new ArrayList<>();
        for (JsonNode one = json;
                one != null;
                one = written.get(one.path("like").asText(""))) {
            if (lineage.contains(one)) {
                throw new IllegalArgumentException(
                        "The profile " + json.path("id").asText() + " is like itself.");
            }
            lineage.addFirst(one);
        }
        return lineage;
    }

    private static Profile profile(List<JsonNode> lineage, Map<String, List<Rule>> laws) {
        ObjectNode all = MAPPER.createObjectNode();
        List<Rule> rules = new ArrayList<>();
        Map<String, Condition> tests = new TreeMap<>();
        for (JsonNode one : lineage) {
            all.setAll((ObjectNode) one);
            for (String law : Rule.list(one.path("laws"))) {
                rules.addAll(Optional.ofNullable(laws.get(law))
                        .orElseThrow(() -> new IllegalArgumentException("There is no law " + law + ".")));
            }
            one.path("tests").properties().forEach(test -> tests.put(test.getKey(), Condition.of(test.getValue())));
        }
        Map<String, String> gives = new TreeMap<>();
        all.path("gives")
                .properties()
                .forEach(given -> gives.put(given.getKey(), given.getValue().asText()));
        return new Profile(
                Rule.text(all, "id"),
                Rule.text(all, "vendor"),
                Set.copyOf(Rule.list(all.path("kinds"))),
                Set.copyOf(Rule.list(all.path("dialects"))),
                Pattern.compile(all.path("models").asText(".*")),
                lineage.size() > 1,
                Set.copyOf(Rule.list(all.path("hosts"))),
                Rule.text(all, "paths"),
                Profile.Thoughts.valueOf(Rule.text(all, "thoughts").toUpperCase(Locale.ROOT)),
                Rule.list(all.path("reads")).stream().map(Pattern::compile).toList(),
                Rule.list(all.path("scope")),
                gives,
                Rule.text(all, "errors"),
                Rule.text(all, "history").equals("repair"),
                tests,
                rules);
    }
}
