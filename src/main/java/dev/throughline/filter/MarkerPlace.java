package dev.throughline.filter;

import dev.throughline.filter.FamilyMarkers.FormMarkers;
import dev.throughline.filter.FamilyMarkers.Kind;
import dev.throughline.filter.FamilyMarkers.Rule;
import dev.throughline.filter.ReasoningSplitter.Role;
import java.util.regex.Matcher;

/// The surroundings of the marker that is being read, on which its meaning depends. Not thread-safe.
final class MarkerPlace {
    /// Whether only code is searched, for closers.
    boolean isCode;
    boolean isAfterCall;
    boolean isInSection;

    private final FilterSettings settings;
    private final FamilyMarkers markers;
    private final AnswerText text;
    private final VisibleText visible;

    MarkerPlace(FilterSettings settings, FamilyMarkers markers, AnswerText text, VisibleText visible) {
        this.settings = settings;
        this.markers = markers;
        this.text = text;
        this.visible = visible;
    }

    /// Whether text is searched for calls here.
    boolean extracts() {
        return !text.inReasoning() && settings.extracts() && !settings.forbidsCalls();
    }

    /// Whether a call whose opener was lost may begin before what was found, or might be.
    /// @param found as `StreamMarkerFinder.find` says
    boolean mayLackOpener(int found) {
        boolean isKey = found >= 0 && markers.rules().get(found).kind() == Kind.ORPHAN_PAIR;
        return extracts() && (isKey || found == StreamMarkerFinder.UNDECIDED);
    }

    /// Whether this marker counts here.
    boolean counts(Rule rule) {
        if (isCode) {
            return rule.kind() == Kind.REASONING_CLOSE;
        }
        return switch (rule.kind()) {
            case CALL ->
                settings.extracts()
                        && (!rule.isAtStart() || visible.isEmpty())
                        && !(text.inReasoning()
                                && rule.form().orElseThrow().form().bare());
            case REASONING_OPEN, REASONING_CLOSE -> markers.isPaired() || text.role(rule) != Role.TEXT;
            case TURN -> !text.inReasoning();
            case DROPPED -> !text.inReasoning() || markers.isPaired();
            case EMPTY_CALL, ORPHAN, ORPHAN_PAIR -> extracts();
            case CALL_CLOSE -> isAfterCall;
        };
    }

    /// Whether only a declared name makes a call here.
    boolean mustDeclare(FormMarkers form, Matcher matcher) {
        boolean isLoose = !form.form().section().isEmpty() && matcher.group("section") == null && !isInSection;
        boolean isOrdinary = form.form().bare() || form.form().ordinary();
        return text.inReasoning() || settings.forbidsCalls() || isOrdinary || isLoose;
    }
}
