package dev.throughline.filter;

import dev.throughline.filter.LiteralMarkers.Marker;
import dev.throughline.filter.LiteralMarkers.Meaning;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import java.util.Set;

/// Detects whether the content of one answer begins inside the reasoning, for a model whose prompt usually
/// opens it, or of which that is not known.
///
/// Reads events as they arrive, split anywhere, and keeps no text. The result is `MODEL` at an opener, a reasoning
/// field, a call that the backend parsed, or a normal end without a closer; `PROMPT` at a closer that ended a text
/// (not a mention: between quotation marks or blanks, in a code span or a fence). At a declared call in the content,
/// at an end that cut the answer off, and if nothing else has occurred within 64 Ki characters, it is `PROMPT` for a
/// model whose prompt usually opens the reasoning: a server that leaves calls or such long texts in the content does
/// not parse reasoning either. For another one, and after a role marker, which is text in reasoning and else ends
/// the turn, it is `MODEL`. Until then it is `UNKNOWN`, and the caller holds the answer back, or gives up. Not
/// thread-safe.
public final class ReasoningStartDetector {
    private static final int MOST_CHARACTERS = 64 * 1024;
    private static final int LONGEST_NAME = 128;

    private final Set<String> tools;
    private final boolean isDescribed;
    private final LiteralMarkers markers;
    private final LiteralMarkers.Lexemes lexemes = new Reading();
    private String held = "";
    private final MarkdownCodeTracker code = new MarkdownCodeTracker();
    private ReasoningEvidenceCollector closer = new ReasoningEvidenceCollector();
    /// Whether the latest closer is in a code span, if its line closes that.
    private boolean mayBeInSpan;
    private boolean isMentioned;
    private final StringBuilder callName = new StringBuilder();
    private boolean inCallName;
    private boolean hasText;
    private boolean hasSolidText;
    private boolean isOver;
    private boolean isGivenUp;
    /// Whether the turn may have ended at a role marker.
    private boolean isTurnEnd;
    /// Whether nothing follows that marker yet.
    private boolean isAtTurnEnd;
    private int characters;
    private ReasoningOpening found = ReasoningOpening.UNKNOWN;

    /// @param tools names of the declared tools
    /// @param opening `UNKNOWN` or `UNDESCRIBED`
    /// @param markers the family's
    public ReasoningStartDetector(Set<String> tools, ReasoningOpening opening, FamilyMarkers markers) {
        this.tools = Set.copyOf(tools);
        this.isDescribed = opening == ReasoningOpening.UNKNOWN;
        this.markers = markers.literals();
    }

    /// Whether the model's name says that its prompt usually opens the reasoning.
    public boolean isDescribed() {
        return isDescribed;
    }

    /// The result so far; does not change once it is known.
    public ReasoningOpening found() {
        return found;
    }

    /// Whether content was received that is still undecided.
    public boolean isHolding() {
        return hasText && found == ReasoningOpening.UNKNOWN;
    }

    /// Whether the model opened nothing, and all closers of the answer are mentions; known at its end.
    public boolean isTalkOnly() {
        return isMentioned && found == ReasoningOpening.MODEL && isOver;
    }

    /// Takes what other answers have shown, unless this one has shown it.
    /// @param opening of an answer that begins now
    public void settle(ReasoningOpening opening) {
        is(opening);
    }

    /// Stops waiting: the content passes as content. A closer that follows nevertheless must be left in it.
    public void giveUp() {
        isGivenUp = found == ReasoningOpening.UNKNOWN;
        is(ReasoningOpening.MODEL);
    }

    /// Whether it gave up.
    public boolean isGivenUp() {
        return isGivenUp;
    }

    /// Reads the next event.
    public void on(StreamEvent event) {
        if (found != ReasoningOpening.UNKNOWN) {
            return;
        }
        switch (event) {
            case TextDelta(String text) -> text(text);
            case ReasoningDelta(String text) -> {
                if (!text.isEmpty()) {
                    is(ReasoningOpening.MODEL);
                }
            }
            case ToolCallStart _, ReasoningSignature _, RedactedReasoning _ -> is(ReasoningOpening.MODEL);
            case Finish(FinishReason reason, var _) -> end(reason.isCut());
            case Failure _ -> end(true);
            case Start _, ToolCallArgs _, ToolCallEnd _, Usage _ -> {}
        }
    }

    private void text(String text) {
        hasText |= !text.isEmpty();
        characters += text.length();
        String read = held.concat(text);
        held = read.substring(markers.read(read, 0, lexemes));
        if (characters > MOST_CHARACTERS) {
            if (isLikely()) {
                is(ReasoningOpening.PROMPT);
            } else {
                giveUp();
            }
        }
    }

    private void end(boolean isCut) {
        lexemes.text(held, 0, held.length());
        isOver = found == ReasoningOpening.UNKNOWN;
        mayBeInSpan = false;
        decide();
        isMentioned |= closer.isAwaiting();
        boolean isInside = isLikely() && hasSolidText && isCut || closer.endsAtCloser();
        is(isInside ? ReasoningOpening.PROMPT : ReasoningOpening.MODEL);
    }

    /// Whether the answer begins inside the reasoning, as far as nothing says otherwise.
    private boolean isLikely() {
        return isDescribed && !isTurnEnd;
    }

    private void is(ReasoningOpening opening) {
        if (found == ReasoningOpening.UNKNOWN && opening.isKnown()) {
            found = opening;
        }
    }

    private void plain(String source, int from, int to) {
        hasSolidText |= closer.hasSolid(source, from, to);
        isAtTurnEnd = isAtTurnEnd && source.substring(from, to).isBlank();
        closer.text(source, from, to);
        if (mayBeInSpan) {
            span(source, from, to);
        }
        code.text(source, from, to);
        if (closer.isMentioned()) {
            mention(source, from, to);
        }
        decide();
        if (inCallName) {
            inCallName = callName.length() + to - from <= LONGEST_NAME;
            if (inCallName) {
                callName.append(source, from, to);
            }
        }
    }

    /// Looks for the end of the code span around the latest closer.
    private void span(String source, int from, int to) {
        for (int at = from; at < to && mayBeInSpan; at++) {
            char next = source.charAt(at);
            mayBeInSpan = next != '`' && next != '\n';
            if (next == '`') {
                mention(source, from, to);
            }
        }
    }

    private void mention(String source, int from, int to) {
        isMentioned = true;
        closer = new ReasoningEvidenceCollector();
        closer.text(source, from, to);
    }

    private void decide() {
        if (!mayBeInSpan && closer.isConfirmed()) {
            is(ReasoningOpening.PROMPT);
        }
    }

    private void take(Marker marker) {
        switch (marker.meaning()) {
            case REASONING_OPEN -> {
                if (!marker.isAtStart() || !hasSolidText) {
                    is(ReasoningOpening.MODEL);
                }
            }
            case REASONING_CLOSE -> {
                if (!marker.isAtStart()) {
                    closed();
                }
            }
            case CALL_OPEN, CALL_CLOSE, KEY_OPEN, KEY_CLOSE, VALUE_OPEN, VALUE_CLOSE -> call(marker);
            case TURN -> turn(marker);
            case DROPPED -> {}
        }
    }

    /// In reasoning and in code it is text; in content it ends the turn, and what follows may be another one.
    private void turn(Marker marker) {
        if (closer.endsAtCloser()) {
            is(ReasoningOpening.PROMPT);
            return;
        }
        boolean isInCode = code.inFence() || code.inSpan();
        plain(marker.text(), 0, marker.text().length());
        isTurnEnd |= !isInCode;
        isAtTurnEnd |= !isInCode;
    }

    private void closed() {
        if (isAtTurnEnd) {
            is(ReasoningOpening.MODEL);
        } else if (hasSolidText && code.inFence()) {
            isMentioned = true;
        } else if (hasSolidText) {
            mayBeInSpan = mayBeInSpan || code.inSpan();
            closer.unpairedCloser();
        } else {
            is(ReasoningOpening.PROMPT);
        }
    }

    /// A call is certain if its name is declared and the name is followed by its first argument or its end.
    private void call(Marker marker) {
        boolean endsName = marker.is(Meaning.KEY_OPEN, Meaning.CALL_CLOSE);
        if (endsName && inCallName && tools.contains(CallName.trim(callName))) {
            is(isLikely() ? ReasoningOpening.PROMPT : ReasoningOpening.MODEL);
        }
        inCallName = marker.is(Meaning.CALL_OPEN);
        callName.setLength(0);
    }

    /// Receives what is found.
    private final class Reading implements LiteralMarkers.Lexemes {
        @Override
        public void text(String source, int from, int to) {
            if (!isOver() && to > from) {
                plain(source, from, to);
            }
        }

        @Override
        public boolean marker(Marker marker, int at) {
            take(marker);
            return true;
        }

        @Override
        public boolean isOver() {
            return found != ReasoningOpening.UNKNOWN;
        }
    }
}
