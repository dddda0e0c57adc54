package dev.throughline.stub;

import dev.throughline.trace.RunConduct;
import java.util.Optional;

/// The content of the stub's answers, and what a client must do in some of them.
public enum Scenario {
    /// Reasoning and text.
    CHAT,
    /// Reasoning and a call; after its result reasoning and text.
    TOOLS,
    /// Like TOOLS, with two calls at once.
    PARALLEL,
    /// Think, call, think, and two calls at once in one answer, from the second turn on with text before the two; after
    /// the results reasoning and text.
    INTERLEAVED,
    /// Like TOOLS, with several calls in a row, and reasoning that suffers from trimming, collapsing and cutting.
    ENDS,
    /// Like TOOLS, with a first turn of 40 answers.
    STEPS,
    /// Like TOOLS: each turn is that of a new process, which resumes the session.
    RESUME,
    /// Like TOOLS: the model is changed in a later turn, and changed back.
    SWITCH,
    /// Like TOOLS, but the answer to a user who asks to think until interrupted thinks for a minute.
    ABORT,
    /// `tokens` deltas of reasoning and text, paced.
    LONG,
    /// Text and no reasoning.
    PLAIN;

    /// Answers of the first turn of STEPS; all but the last call a tool.
    static final int MOST_STEPS = 40;

    /// What it requires of a client and a run's requests did not do; empty if they did all that a server can see.
    public Optional<String> unexercised(RunConduct conduct) {
        return switch (this) {
            case STEPS ->
                Optional.of("the longest turn had %d of %d answers".formatted(conduct.longestTurn(), MOST_STEPS))
                        .filter(_ -> conduct.longestTurn() < MOST_STEPS);
            case SWITCH ->
                Optional.of("no conversation changed its model and went back to the first")
                        .filter(_ -> !conduct.changesModelBack());
            case ABORT ->
                Optional.of("no conversation went on after an answer that its client had left")
                        .filter(_ -> !conduct.continuesAborted());
            // What they try comes with later answers of a turn, some of it in a later turn only.
            case INTERLEAVED, ENDS ->
                Optional.of("no request brought the result of the last call").filter(_ -> conduct.leavesCall());
            case CHAT, TOOLS, PARALLEL, RESUME, LONG, PLAIN -> Optional.empty();
        };
    }
}
