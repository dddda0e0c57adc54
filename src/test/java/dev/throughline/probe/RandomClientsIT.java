package dev.throughline.probe;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.Wire;
import dev.throughline.probe.RandomMutants.RandomMutant;
import dev.throughline.testing.Expensive;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.ItemVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import dev.throughline.wire.ReasoningField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Clients that are made up from a seed: all of them odd, each second one with a defect. Those without one are accused
/// of nothing; of those with one, exactly what they harm is named, as what it is, where it is.
@Expensive(20)
class RandomClientsIT {
    private static final int CLIENTS = 240;
    private static final List<String> SCENARIOS =
            List.of("tools", "interleaved", "ends", "steps", "resume", "switch", "abort");

    static Stream<Client> clients() {
        return IntStream.range(0, CLIENTS).mapToObj(Client::of);
    }

    /// @param mutants what it does wrong: one thing, or nothing
    private record Client(
            int seed,
            Wire wire,
            String scenario,
            ReasoningField field,
            Set<OddClients> odd,
            List<RandomMutant> mutants) {
        static Client of(int seed) {
            var random = new Random(seed);
            List<RandomMutant> all = RandomMutants.all();
            List<RandomMutant> mutants = seed % 2 == 0 ? List.of() : List.of(all.get(seed / 2 % all.size()));
            List<Setting> settings = AllMutants.wires()
                    .flatMap(wire -> SCENARIOS.stream().map(scenario -> new Setting(wire, scenario)))
                    .filter(one ->
                            mutants.stream().allMatch(mutant -> mutant.fits().test(one.wire(), one.scenario())))
                    .toList();
            Setting setting = settings.get(random.nextInt(settings.size()));
            List<OddClients> odd = new ArrayList<>(Stream.of(OddClients.values())
                    .filter(one -> one.fits(setting.wire()))
                    .toList());
            Collections.shuffle(odd, random);
            boolean isSigned = mutants.stream().anyMatch(RandomMutant::breaksSignatures);
            return new Client(
                    seed,
                    setting.wire(),
                    setting.scenario(),
                    isSigned ? ReasoningField.REASONING_DETAILS : ReasoningField.REASONING_CONTENT,
                    Set.copyOf(odd.subList(0, random.nextInt(4))),
                    mutants);
        }

        private record Setting(Wire wire, String scenario) {}

        @Override
        public String toString() {
            return seed + ": " + wire.path() + " " + scenario + " " + odd + " " + mutants;
        }
    }

    @Test
    void everyDefectAndEveryOddityIsTried() {
        assertThat(clients().flatMap(client -> client.mutants().stream()).map(RandomMutant::name))
                .containsAll(
                        RandomMutants.all().stream().map(RandomMutant::name).toList());
        assertThat(clients().filter(client -> client.mutants().isEmpty()).flatMap(client -> client.odd().stream()))
                .contains(OddClients.values());
        assertThat(clients().map(Client::scenario)).containsAll(SCENARIOS);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("clients")
    void isAccusedOfWhatItDid(Client client) throws Exception {
        var run = new Run(client);
        RunVerdict verdict = run.drive();

        List<ItemVerdict> lost = verdict.items().stream()
                .filter(item -> item.counts() && item.outcome().isLoss())
                .toList();
        if (client.mutants().isEmpty()) {
            assertThat(lost).as(client.toString()).isEmpty();
            assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(Verdict.PASS);
            return;
        }
        RandomMutant mutant = client.mutants().getFirst();
        assertThat(lost).as(verdict.toString()).isNotEmpty();
        assertThat(verdict.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(lost).as(client.toString()).extracting(ItemVerdict::category).containsOnly(Category.THINK);
        assertThat(lost).as(verdict.toString()).extracting(ItemVerdict::outcome).isSubsetOf(mutant.outcomes());
        assertThat(run.texts(lost)).as(verdict.toString()).isSubsetOf(run.harmed());
        boolean isAllDue =
                !client.scenario().equals("switch") && !client.scenario().equals("abort");
        if (isAllDue) {
            assertThat(run.texts(lost)).as(verdict.toString()).isEqualTo(run.harmed());
        }
        lost.forEach(run::assertPlace);
        lost.forEach(RandomClientsIT::assertReason);
        if (mutant.breaksSignatures()) {
            assertThat(verdict.capabilities().get(Capability.SIGNATURE).status())
                    .as(verdict.toString())
                    .isIn(Status.BROKEN, Status.PARTIAL);
        }
    }

    private static void assertReason(ItemVerdict item) {
        boolean isOfOrder = item.outcome() == Outcome.REORDERED;
        assertThat(item.reason().orElse("").startsWith("is in a different order"))
                .as(item.toString())
                .isEqualTo(isOfOrder);
    }

    /// One client's run.
    private static final class Run {
        private final Client client;
        private final InProcessService service;
        private final Set<String> harmed = new HashSet<>();
        private final List<JsonNode> sent = new ArrayList<>();

        Run(Client client) {
            this.client = client;
            this.service = new InProcessService(
                    InProcessService.settings(client.scenario(), client.field()), ThinkingPolicy.PRESERVED);
        }

        /// The texts that were harmed, as they were issued.
        Set<String> harmed() {
            return harmed;
        }

        RunVerdict drive() throws Exception {
            Defect defect = client.mutants().isEmpty()
                    ? Defect.none()
                    : defect(client.mutants().getFirst());
            ReferenceClient.drive(transport(), client.wire(), client.scenario(), defect, 3);
            return service.verdict();
        }

        private Defect defect(RandomMutant mutant) {
            Defect edit = Defect.in(history -> {
                mutant.edit().on(history, harmed::add);
                return history;
            });
            return mutant.moment() == Defect.Moment.NEVER ? edit : Defect.once(mutant.moment(), edit);
        }

        private Transport transport() {
            return new Transport() {
                @Override
                public JsonNode post(Wire wire, ObjectNode request) throws IOException {
                    beside(wire, request);
                    return service.post(wire, odd(request));
                }

                @Override
                public void abort(Wire wire, ObjectNode request) throws IOException {
                    service.abort(wire, odd(request));
                }
            };
        }

        /// Titles and repeated requests.
        private void beside(Wire wire, ObjectNode request) throws IOException {
            if (client.seed() % 5 == 0 && sent.isEmpty()) {
                ArrayNode title = Wire.JSON.createArrayNode();
                wire.user(title, "Generate a title for: Hello");
                ObjectNode errand = wire.request(title);
                errand.remove("tools");
                sent.add(errand);
                service.post(wire, errand);
            }
            if (client.seed() % 7 == 0) {
                service.post(wire, odd(request.deepCopy()));
            }
        }

        private ObjectNode odd(ObjectNode request) {
            ArrayNode history = (ArrayNode) request.path(request.has("input") ? "input" : "messages");
            client.odd().stream().sorted().forEach(one -> one.on(history, sent.size()));
            sent.add(request.deepCopy());
            return request;
        }

        Set<String> texts(List<ItemVerdict> items) {
            return items.stream().map(item -> planted(item).value()).collect(Collectors.toSet());
        }

        private PlantedItem planted(ItemVerdict item) {
            return service.exchanges().get(item.exchange() - 1).items().get(item.ordinal());
        }

        /// The place holds what came back of it, or else the message that lacks it: one with something of its answer.
        void assertPlace(ItemVerdict item) {
            JsonNode body = sent.get(item.observedIn() - 1);
            String place = body.at(JsonPointer.compile(item.path())).toString();
            boolean isGone = item.outcome() == Outcome.MISSING || item.outcome() == Outcome.PARTIAL;
            List<PlantedItem> marks =
                    isGone ? service.exchanges().get(item.exchange() - 1).items() : List.of(planted(item));
            List<String> tokens = marks.stream()
                    .map(PlantedItem::token)
                    .filter(token -> !token.isEmpty())
                    .map(token -> item.outcome() == Outcome.TRUNCATED ? "" : token)
                    .toList();
            assertThat(item.path()).as(item.toString()).isNotEmpty();
            assertThat(tokens).as("%s in %s", item, place).anyMatch(place::contains);
        }
    }
}
