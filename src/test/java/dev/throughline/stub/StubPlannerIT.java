package dev.throughline.stub;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RequestKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class StubPlannerIT {

    static Stream<Arguments> everyAnswer() {
        return Arrays.stream(Scenario.values())
                .flatMap(scenario -> Arrays.stream(Dialect.values()).map(dialect -> Arguments.of(scenario, dialect)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("everyAnswer")
    void plantsExactlyWhatItSays(Scenario scenario, Dialect dialect) {
        StubPlan plan = StubRequests.plan(
                StubRequests.settings(scenario, StubOutputForm.NATIVE), StubRequests.request(dialect));

        List<StreamEvent> events = StubRequests.events(plan);

        assertThat(events.getFirst()).isInstanceOf(Start.class);
        assertThat(events.get(events.size() - 2)).isInstanceOf(Usage.class);
        assertThat(events.getLast()).isInstanceOf(Finish.class);
        assertThat(joined(plan, Category.THINK)).isEqualTo(reasoning(events));
        assertThat(joined(plan, Category.CONTENT)).isEqualTo(text(events));
        assertThat(joined(plan, Category.TOOL_IN)).isEqualTo(arguments(events));
        assertThat(values(plan, Category.TOOL_ID))
                .containsExactlyElementsOf(events.stream()
                        .filter(ToolCallStart.class::isInstance)
                        .map(event -> ((ToolCallStart) event).id())
                        .toList());
    }

    @Test
    void neverSharesATokenWithAnotherAnswer() {
        Set<String> tokens = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            for (PlantedItem item : StubRequests.plan(
                            StubRequests.settings(Scenario.PARALLEL, StubOutputForm.NATIVE),
                            StubRequests.request(Dialect.OPENAI_CHAT))
                    .items()) {
                assertThat(tokens.add(item.token())).as(item.token()).isTrue();
            }
        }
    }

    @Test
    void commandPrintsATokenThatItDoesNotContain() throws Exception {
        StubPlan plan = StubRequests.plan(
                StubRequests.settings(Scenario.TOOLS, StubOutputForm.NATIVE), StubRequests.request(Dialect.ANTHROPIC));
        String input = joined(plan, Category.TOOL_IN);
        String token = joined(plan, Category.TOOL_OUT);
        String command = StubRequests.json(input).path("command").textValue();

        Process shell = new ProcessBuilder("/bin/sh", "-c", command).start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(input).doesNotContain(token);
        assertThat(output).contains(token);
        assertThat(shell.waitFor()).isZero();
    }

    @Test
    void fillsRequiredFieldsAsTheSchemaAsks() {
        StubPlan plan = StubRequests.plan(
                StubRequests.settings(Scenario.TOOLS, StubOutputForm.NATIVE),
                StubRequests.request(Dialect.OPENAI_CHAT));

        var input = StubRequests.json(joined(plan, Category.TOOL_IN));

        assertThat(input.path("limit").asInt()).isEqualTo(3);
        assertThat(input.path("flags")).hasSize(1);
        assertThat(input.path("description").textValue()).isNotBlank();
    }

    @Test
    void callsNoToolThatChangesThings() {
        List<Tool> harmful = Stream.of("write_file", "edit", "delete_all", "todowrite", "task", "ask_user")
                .map(name -> new Tool(name, "", StubRequests.shell().schema()))
                .toList();

        StubPlan plan = StubRequests.plan(
                StubRequests.settings(Scenario.TOOLS, StubOutputForm.NATIVE),
                StubRequests.request(Dialect.OPENAI_CHAT, harmful, new ToolChoice.Auto()));

        assertThat(values(plan, Category.TOOL_ID)).isEmpty();
        assertThat(values(plan, Category.CONTENT)).hasSize(1);
    }

    @Test
    void callsNothingWhenTheClientForbidsIt() {
        StubPlan plan = StubRequests.plan(
                StubRequests.settings(Scenario.TOOLS, StubOutputForm.NATIVE),
                StubRequests.request(Dialect.OPENAI_CHAT, List.of(StubRequests.shell()), new ToolChoice.None()));

        assertThat(values(plan, Category.TOOL_ID)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = RequestKind.class,
            names = {"MAIN", "PASSED"},
            mode = EnumSource.Mode.EXCLUDE)
    void answersErrandsWithoutPlantingAnything(RequestKind kind) {
        StubPlan plan = StubPlanner.plan(
                StubRequests.settings(Scenario.TOOLS, StubOutputForm.NATIVE),
                StubRequests.KEY,
                1,
                StubRequests.request(Dialect.ANTHROPIC),
                StubRequests.tracing(Dialect.ANTHROPIC, kind));

        assertThat(plan.items()).isEmpty();
        assertThat(text(StubRequests.events(plan))).isNotBlank();
    }

    @ParameterizedTest
    @EnumSource(value = StubOutputForm.class, names = "NATIVE", mode = EnumSource.Mode.EXCLUDE)
    void rawFormsWriteTheModelsOwnMarkupAroundTheSameItems(StubOutputForm form) {
        StubPlan plan = StubRequests.plan(
                StubRequests.settings(Scenario.PARALLEL, form), StubRequests.request(Dialect.OPENAI_CHAT));

        String text = text(StubRequests.events(plan));

        boolean isPrefilled = form == StubOutputForm.RAW_GLM_4_7;
        assertThat(text.startsWith("<think>") || text.startsWith("\n<think>")).isNotEqualTo(isPrefilled);
        assertThat(text).contains(joined(plan, Category.THINK) + "</think>");
        assertThat(text.split("<tool_call>", -1)).hasSize(3);
        assertThat(text).contains(isPrefilled ? "<tool_call>bash<arg_key>" : "\n<tool_call>bash\n<arg_key>");
    }

    @Test
    void signatureProvesTheText() {
        var stubSigner = new StubIssuer.StubSigner(StubRequests.KEY);

        assertThat(stubSigner.sign("thought"))
                .isEqualTo(stubSigner.sign("thought"))
                .isNotEqualTo(stubSigner.sign("thought "));
        assertThat(stubSigner.sign("thought")).isNotEqualTo(new StubIssuer.StubSigner(new byte[] {1}).sign("thought"));
    }

    @Test
    void redactedBlockComesFirstAndIsPlanted() {
        StubSettings plain = StubRequests.settings(Scenario.CHAT, StubOutputForm.NATIVE);
        var redacted = new StubSettings(
                plain.scenario(),
                plain.output(),
                plain.reasoningField(),
                plain.tokens(),
                plain.pace(),
                true,
                plain.faults(),
                plain.seed(),
                Optional.empty());

        StubPlan plan = StubRequests.plan(redacted, StubRequests.request(Dialect.ANTHROPIC));

        assertThat(plan.items().getFirst().field()).isEqualTo("redacted_thinking");
        assertThat(StubRequests.events(plan).get(1)).isInstanceOf(StreamEvent.RedactedReasoning.class);
    }

    @Test
    void longAnswerHasAsManyDeltasAsAskedFor() {
        StubPlan plan = StubRequests.plan(
                StubRequests.settings(Scenario.LONG, StubOutputForm.NATIVE), StubRequests.request(Dialect.OPENAI_CHAT));

        assertThat(StubRequests.events(plan))
                .filteredOn(event -> event instanceof ReasoningDelta || event instanceof TextDelta)
                .hasSize(60);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    Think until I interrupt you.                               | true
                    Do it.                                                     | false
                    Think until I interrupt you. I interrupted you. Do it now. | false
                    """)
    void onlyAMessageThatAsksForItGetsAnAnswerThatThinksOn(String message, boolean isLong) {
        Conversation request = StubRequests.request(Dialect.OPENAI_CHAT);
        var user = new Message("/messages/0", Role.USER, List.of(new Part.Text("/messages/0/content", message)));

        StubPlan plan = StubRequests.plan(
                StubRequests.settings(Scenario.ABORT, StubOutputForm.NATIVE), request.withMessages(List.of(user)));

        assertThat(joined(plan, Category.THINK).length() > 2_000).isEqualTo(isLong);
    }

    @Test
    void errorEventEndsTheAnswerAndStatusesRefuseIt() {
        StubPlan broken = faulty(new InjectedFault(InjectedFault.Kind.ERROR_EVENT, OptionalInt.empty(), 3));
        StubPlan limited = faulty(new InjectedFault(InjectedFault.Kind.STATUS_429, OptionalInt.of(1), 7));
        StubPlan later = faulty(new InjectedFault(InjectedFault.Kind.STATUS_500, OptionalInt.of(2), 0));

        assertThat(StubRequests.events(broken)).hasSize(4).last().isInstanceOf(StreamEvent.Failure.class);
        assertThat(limited.refusal()).hasValueSatisfying(failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.RATE_LIMIT);
            assertThat(failure.retryAfter()).contains(Duration.ofSeconds(7));
        });
        assertThat(later.refusal()).isEmpty();
    }

    private static StubPlan faulty(InjectedFault injectedFault) {
        StubSettings plain = StubRequests.settings(Scenario.CHAT, StubOutputForm.NATIVE);
        var settings = new StubSettings(
                plain.scenario(),
                plain.output(),
                plain.reasoningField(),
                plain.tokens(),
                plain.pace(),
                false,
                List.of(injectedFault),
                plain.seed(),
                Optional.empty());
        return StubRequests.plan(settings, StubRequests.request(Dialect.OPENAI_CHAT));
    }

    private static List<String> values(StubPlan plan, Category category) {
        return plan.items().stream()
                .filter(item -> item.category() == category)
                .map(PlantedItem::value)
                .toList();
    }

    private static String joined(StubPlan plan, Category category) {
        return String.join("", values(plan, category));
    }

    private static String reasoning(List<StreamEvent> events) {
        return events.stream()
                .filter(ReasoningDelta.class::isInstance)
                .map(event -> ((ReasoningDelta) event).text())
                .collect(Collectors.joining());
    }

    private static String text(List<StreamEvent> events) {
        return events.stream()
                .filter(TextDelta.class::isInstance)
                .map(event -> ((TextDelta) event).text())
                .collect(Collectors.joining());
    }

    private static String arguments(List<StreamEvent> events) {
        List<String> fragments = new ArrayList<>();
        events.forEach(event -> {
            if (event instanceof ToolCallArgs(int _, String fragment)) {
                fragments.add(fragment);
            }
        });
        return String.join("", fragments);
    }
}
