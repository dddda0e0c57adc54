package dev.throughline.stub;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.match.UserTurnDetector;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The texts are those of Cline 2.18.0.
class TaggedToolsIT {
    private static final String INSTRUCTIONS = """
            **execute_command** — Run terminal commands.
            <execute_command>
            <command>npm run build</command>
            <requires_approval>false</requires_approval>
            </execute_command>
            **attempt_completion** — Final result.
            <attempt_completion>
            <result>Your final result description here</result>
            </attempt_completion>""";
    private static final String TASK = "<task>\nShow the mark.\n</task>";
    private static final String RESULT = "[execute_command for 'echo 'mark''] Result:";

    @Test
    void aClientThatTakesToolsAsTagsGetsACallAsText() {
        StubPlan plan = plan(request(system(INSTRUCTIONS), user(TASK)));

        String text = text(plan);
        assertThat(text)
                .contains("<execute_command>\n<command>echo 'mark'</command>\n"
                        + "<requires_approval>false</requires_approval>")
                .endsWith("</execute_command>");
        assertThat(planted(plan, Category.CONTENT)).containsExactly(text);
        assertThat(planted(plan, Category.THINK)).hasSize(1);
        assertThat(planted(plan, Category.TOOL_ID)).isEmpty();
    }

    @Test
    void theResultOfATaggedToolEndsTheTask() {
        StubPlan plan =
                plan(request(system(INSTRUCTIONS), user(TASK), assistant("<execute_command>"), user(RESULT, "mark")));

        assertThat(text(plan)).startsWith("<attempt_completion>\n<result>").endsWith("</attempt_completion>");
    }

    @Test
    void aReminderThatNoToolWasCalledIsNoTaskOfTheUser() {
        Conversation request = request(
                system(INSTRUCTIONS),
                user(TASK),
                assistant("Hello."),
                user("[ERROR] You did not use a tool in your previous response! Please retry with a tool use."));

        assertThat(request.isToolLoop()).isTrue();
    }

    @Test
    void whatFollowsTheEndOfATaskIsTheUsers() {
        Conversation request = request(
                system(INSTRUCTIONS),
                user(TASK),
                assistant("<attempt_completion>"),
                user("[attempt_completion] Result:"));

        assertThat(request.isToolLoop()).isFalse();
    }

    @Test
    void whatTheUserSaysBesideAResultIsTheUsers() {
        Conversation request = request(
                system(INSTRUCTIONS),
                user(TASK),
                assistant("<execute_command>"),
                user(RESULT, "mark", "[TASK RESUMPTION]\n<user_message>\nOnce more.\n</user_message>"));

        assertThat(request.isToolLoop()).isFalse();
        assertThat(UserTurnDetector.count(request.messages())).isEqualTo(2);
    }

    @Test
    void aClientWithAToolsFieldGetsItsOwnTool() {
        Conversation request = request(system(INSTRUCTIONS), user(TASK)).withTools(List.of(StubRequests.shell()));

        assertThat(planted(plan(request), Category.TOOL_ID)).hasSize(1);
    }

    private static StubPlan plan(Conversation request) {
        return StubRequests.plan(StubRequests.settings(Scenario.TOOLS, StubOutputForm.NATIVE), request);
    }

    private static List<String> planted(StubPlan plan, Category category) {
        return plan.items().stream()
                .filter(item -> item.category() == category)
                .map(PlantedItem::value)
                .toList();
    }

    private static String text(StubPlan plan) {
        return StubRequests.events(plan).stream()
                .filter(StreamEvent.TextDelta.class::isInstance)
                .map(event -> ((StreamEvent.TextDelta) event).text())
                .collect(Collectors.joining());
    }

    private static Conversation request(Message... messages) {
        return StubRequests.request(Dialect.OPENAI_CHAT, List.of(), new ToolChoice.Auto())
                .withMessages(List.of(messages));
    }

    private static Message system(String text) {
        return message(Role.SYSTEM, text);
    }

    private static Message user(String... texts) {
        return message(Role.USER, texts);
    }

    private static Message assistant(String text) {
        return message(Role.ASSISTANT, text);
    }

    private static Message message(Role role, String... texts) {
        List<Part> parts = new ArrayList<>();
        for (String text : texts) {
            parts.add(new Part.Text("/messages/0/content/" + parts.size(), text));
        }
        return new Message("/messages/0", role, parts);
    }
}
