package dev.throughline.stub;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FinishReason;
import dev.throughline.trace.Category;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.Tracing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides what an answer is made of: by the scenario, by what the client offers, and by what the request is for.
final class Scripts {
    private final StubSettings settings;
    private final Signer signer;
    private final Conversation request;
    private final Tokens tokens;
    private final List<Block> blocks = new ArrayList<>();

    private Scripts(StubSettings settings, Signer signer, Conversation request, Tokens tokens) {
        this.settings = settings;
        this.signer = signer;
        this.request = request;
        this.tokens = tokens;
    }

    static AnswerScript write(StubSettings settings, Signer signer, Conversation request, Tracing tracing) {
        RequestKind kind = tracing.facts().kind();
        return switch (kind) {
            case TITLE -> AnswerScript.of(new Block.Text("", Texts.title()));
            case PASSED -> throw new IllegalStateException("what is passed to a backend never reaches the stub");
            case WARM_UP, COUNT -> AnswerScript.of(new Block.Text("", Texts.farewell()));
            case MAIN -> {
                var tokens = new Tokens(request.dialect(), tracing.link().turn());
                yield new Scripts(settings, signer, request, tokens).script();
            }
        };
    }

    private AnswerScript script() {
        if (settings.redacted() && request.dialect() == Dialect.ANTHROPIC) {
            blocks.add(new Block.Redacted(tokens.opaque()));
        }
        Scenario scenario = settings.scenario();
        Optional<ToolUse> use = wantsCalls(scenario) ? ToolUse.among(request) : Optional.empty();
        if (scenario == Scenario.LONG) {
            longAnswer();
        } else if (use.isPresent()) {
            calls(scenario, use.get());
        } else {
            finalAnswer(scenario);
        }
        return new AnswerScript(blocks, use.isPresent() ? FinishReason.TOOL_CALLS : FinishReason.STOP);
    }

    private boolean wantsCalls(Scenario scenario) {
        return switch (scenario) {
            case TOOLS, PARALLEL, INTERLEAVED -> !request.isToolLoop();
            case CHAT, LONG, PLAIN -> false;
        };
    }

    private void calls(Scenario scenario, ToolUse use) {
        reason();
        blocks.add(use.call(tokens));
        if (scenario == Scenario.INTERLEAVED) {
            reason();
        }
        if (scenario != Scenario.TOOLS) {
            blocks.add(use.call(tokens));
        }
    }

    private void finalAnswer(Scenario scenario) {
        if (scenario != Scenario.PLAIN) {
            reason();
        }
        String token = tokens.next(Category.CONTENT);
        blocks.add(new Block.Text(token, Texts.content(token)));
    }

    private void longAnswer() {
        int reasoning = settings.tokens() / 3;
        String thought = tokens.next(Category.THINK);
        String said = tokens.next(Category.CONTENT);
        reasoning(thought, Words.text(thought, reasoning, settings.seed()));
        blocks.add(new Block.Text(said, Words.text(said, settings.tokens() - reasoning, settings.seed() + 1)));
    }

    private void reason() {
        String token = tokens.next(Category.THINK);
        reasoning(token, Texts.reasoning(token));
    }

    private void reasoning(String token, String text) {
        blocks.add(new Block.Reasoning(token, text, signer.sign(text)));
    }
}
