package dev.throughline.stub;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Role;
import dev.throughline.stream.FinishReason;
import dev.throughline.trace.Category;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.TraceResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Plans the content of an answer by the scenario, the tools that the client offers, and the purpose of the request.
final class ScriptPlanner {
    /// A minute of thinking.
    private static final int THOUGHT_WORDS = 600;

    private static final Duration THOUGHT_PACE = Duration.ofMillis(100);

    private final StubSettings settings;
    private final StubIssuer issuer;
    private final Conversation request;
    private final TraceTokenFactory traceTokenFactory;
    private final int turn;
    private final boolean isFirstTurn;
    private final int step;
    private final List<ScriptBlock> blocks = new ArrayList<>();

    private ScriptPlanner(StubSettings settings, StubIssuer issuer, Conversation request, ConversationLink link) {
        this.settings = settings;
        this.issuer = issuer;
        this.request = request;
        this.turn = link.turn();
        this.traceTokenFactory = new TraceTokenFactory(request.dialect(), turn);
        this.isFirstTurn = turn == 1;
        this.step = Math.max(link.step(), 1 + request.toolResults());
    }

    static AnswerScript write(StubSettings settings, StubIssuer issuer, Conversation request, TraceResult traceResult) {
        RequestKind kind = traceResult.facts().kind();
        return switch (kind) {
            case TITLE -> AnswerScript.of(new ScriptBlock.Text("", ScriptTexts.title()));
            case PASSED -> throw new IllegalStateException("what is passed to a backend never reaches the stub");
            case WARM_UP, COUNT -> AnswerScript.of(new ScriptBlock.Text("", ScriptTexts.farewell()));
            case MAIN -> new ScriptPlanner(settings, issuer, request, traceResult.link()).script();
        };
    }

    private AnswerScript script() {
        if (settings.redacted() && request.dialect() == Dialect.ANTHROPIC) {
            blocks.add(new ScriptBlock.Redacted(traceTokenFactory.opaque()));
        }
        Scenario scenario = settings.scenario();
        if (scenario == Scenario.ABORT && asksToThinkOn()) {
            longAnswer(THOUGHT_WORDS, THOUGHT_WORDS + 2);
            return new AnswerScript(blocks, FinishReason.STOP, THOUGHT_PACE);
        }
        if (TaggedTools.areOffered(request) && scenario != Scenario.LONG) {
            return tagged(scenario);
        }
        Optional<ScriptedToolUse> use = wantsCalls(scenario) ? ScriptedToolUse.among(request) : Optional.empty();
        if (scenario == Scenario.LONG) {
            longAnswer(settings.tokens() / 3, settings.tokens());
        } else if (use.isPresent()) {
            calls(scenario, use.get());
        } else {
            finalAnswer(scenario);
        }
        return new AnswerScript(blocks, use.isPresent() ? FinishReason.TOOL_CALLS : FinishReason.STOP);
    }

    /// A call is text here, and its token that of the text.
    private AnswerScript tagged(Scenario scenario) {
        if (scenario != Scenario.PLAIN) {
            reason();
        }
        String token = traceTokenFactory.next(Category.CONTENT);
        String content = ScriptTexts.content(token);
        String beside = isFirstTurn ? content.stripTrailing() + "\n\n" : "";
        blocks.add(new ScriptBlock.Text(
                token,
                wantsCalls(scenario)
                        ? beside + TaggedTools.call(isFirstTurn ? "mark" : token)
                        : TaggedTools.end(content)));
        return new AnswerScript(blocks, FinishReason.STOP);
    }

    private boolean wantsCalls(Scenario scenario) {
        return switch (scenario) {
            case TOOLS, PARALLEL, INTERLEAVED, RESUME, SWITCH, ABORT -> !request.isToolLoop();
            case STEPS -> isFirstTurn ? step < Scenario.MOST_STEPS : !request.isToolLoop();
            case ENDS -> step < DelicateReasoning.STEPS;
            case CHAT, LONG, PLAIN -> false;
        };
    }

    private void calls(Scenario scenario, ScriptedToolUse use) {
        reason();
        // Clients differ between an answer of a call alone and one with text beside it: each has its turn.
        boolean isAlone = scenario == Scenario.INTERLEAVED
                || scenario == Scenario.PARALLEL
                || scenario == Scenario.STEPS && step > 1;
        if (isFirstTurn && !isAlone) {
            text();
        }
        blocks.add(use.call(traceTokenFactory));
        if (scenario == Scenario.INTERLEAVED) {
            reason();
            if (!isFirstTurn) {
                text();
            }
            blocks.add(use.call(traceTokenFactory));
        }
        if (scenario == Scenario.INTERLEAVED || scenario == Scenario.PARALLEL) {
            blocks.add(use.call(traceTokenFactory));
        }
    }

    private void finalAnswer(Scenario scenario) {
        if (scenario != Scenario.PLAIN) {
            reason();
        }
        text();
    }

    private void text() {
        String token = traceTokenFactory.next(Category.CONTENT);
        blocks.add(new ScriptBlock.Text(token, ScriptTexts.content(token)));
    }

    /// Clients send the message that was interrupted again with the next one, some of them in one text.
    private boolean asksToThinkOn() {
        String asked = request.messages().reversed().stream()
                .filter(message -> message.role() == Role.USER)
                .findFirst()
                .map(Message::text)
                .orElse("");
        return asked.contains("until I interrupt") && !asked.contains("I interrupted");
    }

    private void longAnswer(int reasoning, int tokens) {
        String thought = traceTokenFactory.next(Category.THINK);
        String said = traceTokenFactory.next(Category.CONTENT);
        reasoning(thought, FillerText.text(thought, reasoning, settings.seed()));
        blocks.add(new ScriptBlock.Text(said, FillerText.text(said, tokens - reasoning, settings.seed() + 1)));
    }

    private void reason() {
        String token = traceTokenFactory.next(Category.THINK);
        if (settings.scenario() == Scenario.ENDS) {
            DelicateReasoning.text(turn, step, settings.output(), request, issuer.demandsThoughts(), token)
                    .ifPresent(text -> reasoning(text.isEmpty() ? "" : token, text));
        } else {
            reasoning(token, ScriptTexts.reasoning(token));
        }
    }

    private void reasoning(String token, String text) {
        blocks.add(new ScriptBlock.Reasoning(token, text, ""));
    }

    /// The texts around the tokens: several scripts, an emoji, a combining accent, quotes, backslashes, line breaks,
    /// markup-like text, and white space at line ends, so that any change by a client becomes visible. They
    /// end in a visible character: opencode up to 1.1.34 trims the ends of every text, which would mask other
    /// changes.
    static final class ScriptTexts {
        private ScriptTexts() {}

        static String reasoning(String token) {
            return "Let me think \u2014 \u8ba9\u6211\u60f3\u60f3 \uD83E\uDD14.\nThe mark is " + token
                    + "  \n\tIt says \"keep me\", C:\\temp\\new stays, cafe\u0301 and \u00e9 differ, <b>so</b> do I.";
        }

        static String content(String token) {
            return "Here it is \u2705: " + token
                    + "  \nA \"quoted\" word, a back\\slash, \u65e5\u672c\u8a9e, na\u00efve <i>text</i> & more.";
        }

        static String farewell() {
            return "OK.";
        }

        static String title() {
            return "Keeping the thread";
        }
    }

    /// Tools that a client describes in its instructions and takes as tags in the text, without a `tools` field:
    /// Cline 1 and 2. Every answer is to call one; the last calls `attempt_completion`.
    static final class TaggedTools {
        private static final String CALL = "execute_command";
        private static final String END = "attempt_completion";

        private TaggedTools() {}

        /// Whether the instructions of a request show both the tool that runs a command and the one that ends a
        /// task.
        static boolean areOffered(Conversation request) {
            return request.tools().isEmpty()
                    && request.messages().stream()
                            .filter(message -> message.role() == Role.SYSTEM)
                            .map(Message::text)
                            .anyMatch(text -> text.contains(opener(CALL)) && text.contains(opener(END)));
        }

        /// A call of a harmless command.
        /// @param printed what it prints, a text without quotes
        static String call(String printed) {
            return element(
                    CALL, element("command", "echo '" + printed + "'") + "\n" + element("requires_approval", "false"));
        }

        /// The call that ends a task.
        static String end(String text) {
            return element(END, element("result", text));
        }

        private static String element(String name, String content) {
            boolean isTool = name.equals(CALL) || name.equals(END);
            String line = isTool ? "\n" : "";
            return opener(name) + line + content + line + "</" + name + ">";
        }

        private static String opener(String name) {
            return "<" + name + ">";
        }
    }
}
