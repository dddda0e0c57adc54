package dev.throughline.pages.matrix;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.api.CellWords;
import dev.throughline.matrix.api.Combination;
import dev.throughline.matrix.api.UseAnswerReader.ResolvedUseAnswer;
import dev.throughline.matrix.use.UseAnswer;
import dev.throughline.pages.VerdictMark;
import dev.throughline.verdict.Capability;
import java.util.Arrays;
import java.util.List;

/// Whether a version can be used: the form, and the answer with what it is based on.
///
/// @param products the known clients, as suggestions
/// @param message why there is no answer; empty if there is one or none was asked for
/// @param answers one, or none
public record UseContent(UseForm form, List<String> products, String message, List<Answer> answers) {
    /// The questions that can be asked.
    public List<Capability> capabilities() {
        return List.of(Capability.values());
    }

    /// The dialects that clients speak.
    public List<String> dialects() {
        return Arrays.stream(Dialect.values()).map(Dialect::id).toList();
    }

    /// @param client with its version
    /// @param command the line of a pipeline that asks the same
    /// @param badge address of the badge on this host
    /// @param markdown the badge as it is put into a README
    public record Answer(
            VerdictMark mark,
            String client,
            Capability capability,
            String sentence,
            List<String> notices,
            String command,
            String badge,
            String markdown,
            List<EvidenceLine> rows) {}

    /// A cell that was considered.
    public record EvidenceLine(
            String role,
            String subject,
            String setting,
            VerdictMark mark,
            String confidence,
            int votes,
            String measured,
            String address) {}

    static Answer answer(UseForm form, ResolvedUseAnswer resolved, String origin) {
        UseAnswer answer = resolved.answer();
        String client = resolved.question().client().label();
        String badge = form.badge(resolved.question().client().version());
        return new Answer(
                answer.answer().map(UseContent::mark).orElse(new VerdictMark("unknown", "?", "warn")),
                client,
                form.capabilityOrThink(),
                answer.reason().text(),
                answer.notices().stream().map(UseAnswer.Notice::text).toList(),
                form.command(client),
                badge,
                "![" + form.capabilityOrThink() + "](" + origin + badge + ")",
                answer.rows().stream().map(UseContent::line).toList());
    }

    private static VerdictMark mark(boolean isYes) {
        return isYes ? new VerdictMark("yes", "✓", "good") : new VerdictMark("no", "✕", "bad");
    }

    private static EvidenceLine line(UseAnswer.Row row) {
        Cell cell = row.cell();
        return new EvidenceLine(
                role(row.role()),
                cell.key()
                        .client()
                        .or(() -> cell.key().backend())
                        .map(side -> side.label())
                        .orElse("the stub"),
                String.join(", ", CellWords.settings(Combination.of(cell.key()))),
                VerdictMark.of(cell.status()),
                CellWords.words(cell.confidence()),
                cell.votes(),
                cell.lastMeasured().toString().substring(0, 10),
                "/matrix/cells/" + cell.id());
    }

    private static String role(UseAnswer.Role role) {
        return switch (role) {
            case MATCH -> "decides";
            case BACKEND -> "the model server by itself";
            case NEIGHBOR -> "the nearest measured version";
            case VARIANT -> "another variant, not counted";
            case TRAFFIC -> "live traffic, not counted";
        };
    }
}
