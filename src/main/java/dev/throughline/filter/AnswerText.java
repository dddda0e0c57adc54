package dev.throughline.filter;

import dev.throughline.filter.Anomaly.Kind;
import dev.throughline.filter.FamilyMarkers.Rule;
import dev.throughline.filter.ReasoningSplitter.Role;
import java.util.Optional;

/// The text of an answer outside calls: reasoning or content, by its field and by the markers read so far.
final class AnswerText {
    private final FilterSettings settings;
    private final boolean isPaired;
    private final FilterOutput out;
    private final VisibleText visible;
    private final AnomalyLog anomalyLog;
    private final ReasoningEvidenceCollector observation;
    private final ReasoningSplitter splitter;
    private final StringBuilder blank = new StringBuilder();
    private final UnclosedReasoning unclosed = new UnclosedReasoning();
    private boolean isField;
    /// An opener at the start of a reasoning field, until it is known whether it is a residue.
    private String heldOpener = "";
    /// Openers of the first pair in a reasoning field that are text, so that their closers are text too.
    private int quotedOpeners;
    private boolean isTalkOnly;
    private boolean keepsClosers;

    AnswerText(
            FilterSettings settings,
            FamilyMarkers markers,
            FilterOutput out,
            VisibleText visible,
            AnomalyLog anomalyLog,
            ReasoningEvidenceCollector observation) {
        this.settings = settings;
        this.isPaired = markers.isPaired();
        this.out = out;
        this.visible = visible;
        this.anomalyLog = anomalyLog;
        this.observation = observation;
        this.splitter = new ReasoningSplitter(markers);
    }

    /// The prompt has opened the reasoning.
    void startInReasoning() {
        splitter.startInReasoning();
        unclosed.open();
        observation.startInReasoning();
    }

    /// The start that was detected, unless the answer starts in reasoning.
    void startAs(ReasoningStartDetector start) {
        if (start.isTalkOnly()) {
            isTalkOnly = true;
            observation.mentioned();
        }
        keepsClosers = start.isGivenUp();
    }

    /// Whether what follows is in the backend's field for reasoning.
    boolean isField() {
        return isField;
    }

    /// Text of another field follows, or something of another kind.
    void field(boolean isReasoning) {
        isField = isReasoning;
        heldOpener = "";
        quotedOpeners = 0;
        unclosed.close();
    }

    boolean inReasoning() {
        return isField || splitter.inReasoning();
    }

    /// Something certain ended the reasoning.
    void leave() {
        unclosed.close();
        splitter.leave();
    }

    void text(String text, int from, int to) {
        if (!inReasoning() || isPaired && !isField) {
            observation.text(text, from, to);
        }
        if (!inReasoning()) {
            visible.text(text, from, to);
            return;
        }
        if (splitter.anyInBlock() || !isBlank(text, from, to)) {
            splitter.sawText();
        } else if (!isPaired) {
            blank.append(text, from, to);
            return;
        }
        String part = text.substring(from, to);
        String opener = heldOpener.isEmpty() ? heldOpener : opener(text, from);
        String said = blank.isEmpty() && opener.isEmpty() ? part : blank + opener + part;
        out.reasoning(said);
        unclosed.text(said);
        blank.setLength(0);
    }

    /// The opener that was held back, if text follows it on the same line: templates write theirs alone on a line,
    /// a tag that the model quotes is a part of its thought.
    private String opener(String text, int from) {
        String opener = text.charAt(from) == '\n' || text.charAt(from) == '\r' ? "" : heldOpener;
        heldOpener = "";
        quotedOpeners += opener.isEmpty() ? 0 : 1;
        return opener;
    }

    /// The answer ended regularly: what the prompt's reasoning holds is the answer if nothing closed it.
    void answerUnclosed() {
        unclosed.answer().ifPresent(answer -> {
            anomalyLog.add(Kind.UNCLOSED_REASONING, "");
            splitter.leave();
            visible.text(answer, 0, answer.length());
        });
    }

    static boolean isBlank(String text, int from, int to) {
        for (int at = from; at < to; at++) {
            if (!Character.isWhitespace(text.charAt(at))) {
                return false;
            }
        }
        return true;
    }

    /// The meaning of a marker of reasoning. In a reasoning field it is text, or a residue: an opener on a line of its
    /// own at its start, and a closer without an opener. If a backend has such a field, tags inside content that is
    /// not empty are text; if an answer only mentions them, all are.
    Role role(Rule rule) {
        if (!isField) {
            boolean isText =
                    isTalkOnly || !visible.isEmpty() && (settings.hasReasoningField() || observation.hasField());
            return isText && !splitter.inReasoning() ? Role.TEXT : splitter.role(rule, visible.isEmpty());
        }
        if (!isPaired || rule.pair() > 0) {
            return Role.TEXT;
        }
        boolean isCloser = rule.kind() == FamilyMarkers.Kind.REASONING_CLOSE;
        boolean isText = isCloser ? quotedOpeners > 0 : splitter.anyInBlock();
        return isText ? Role.TEXT : isCloser ? Role.UNPAIRED : Role.REPEATED;
    }

    /// A marker of reasoning was read, which is not text unless calls are in paired tags.
    void marker(Rule rule, String source, int from, int to) {
        Role role = role(rule);
        switch (role) {
            case DELIMITER -> {
                unclosed.close();
                visible.touch();
                blank.setLength(0);
                if (rule.kind() == FamilyMarkers.Kind.REASONING_OPEN) {
                    observation.opener();
                } else {
                    observation.closed();
                }
            }
            case REPEATED -> heldOpener = isField ? source.substring(from, to) : "";
            case UNPAIRED -> {
                heldOpener = "";
                anomalyLog.add(Kind.ORPHAN_CLOSER, source.substring(from, to));
                observation.unpairedCloser();
                if (keepsClosers && !isField) {
                    visible.text(source, from, to);
                } else {
                    visible.touch();
                }
            }
            case TEXT -> {
                text(source, from, to);
                if (isField && rule.pair() == 0) {
                    quotedOpeners += rule.kind() == FamilyMarkers.Kind.REASONING_OPEN ? 1 : -1;
                }
            }
        }
        if (!isField) {
            splitter.took(rule, role);
        }
    }

    /// The text of the reasoning that a prompt has opened, for the case that the model skips thinking and ends the
    /// answer without a closer: then it is the answer, and is given as content as well. A stream has shown it as
    /// reasoning by then. Texts above 256 Ki characters are thoughts.
    ///
    /// Source: sgl-project/sglang#37645, where 700 of 119,000 answers of GLM-5.2 ended so and all of them were
    /// answers.
    private static final class UnclosedReasoning {
        private static final int LONGEST = 256 * 1024;

        private final StringBuilder text = new StringBuilder();
        private boolean isOpen;

        /// The prompt has opened the reasoning.
        void open() {
            isOpen = true;
        }

        /// Text of it.
        void text(String more) {
            if (isOpen) {
                text.append(more);
                if (text.length() > LONGEST) {
                    close();
                }
            }
        }

        /// Anything but its text has been read.
        void close() {
            isOpen = false;
            text.setLength(0);
        }

        /// The answer that it is, if the answer ends regularly now.
        Optional<String> answer() {
            return text.toString().isBlank() ? Optional.empty() : Optional.of(text.toString());
        }
    }
}
