package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.BlockSignature;
import dev.throughline.trace.repair.EditedHistory;
import dev.throughline.vendor.IssuedThoughts;
import dev.throughline.vendor.Mend;
import dev.throughline.vendor.Profile;
import dev.throughline.vendor.VendorMend;
import dev.throughline.vendor.VendorRequest;
import dev.throughline.vendor.Violation;
import dev.throughline.wire.ReasoningFormat;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makes a request keep the rules of the vendor that it is sent to, and names what it loses by that.
final class VendorFit {
    /// Where clients say how much a model shall think, in any dialect.
    private static final List<String> THINKING = List.of(
            "/thinking",
            "/reasoning_effort",
            "/reasoning/effort",
            "/output_config/effort",
            "/chat_template_kwargs/enable_thinking");

    private static final Map<Dialect, ReasoningFormat> FORMATS =
            Map.of(Dialect.ANTHROPIC, ReasoningFormat.ANTHROPIC, Dialect.RESPONSES, ReasoningFormat.RESPONSES);

    private VendorFit() {}

    /// @param body for the backend; the same object as before if it broke no rule
    /// @param dropped pointers into the client's request
    /// @param refusal why the request is not sent; empty if it is
    record Fitted(ObjectNode body, List<String> dropped, Optional<Failure> refusal) {
        Fitted {
            dropped = List.copyOf(dropped);
        }
    }

    /// @param sent the client's request
    /// @param body for the backend; not modified
    /// @param betas that the backend is sent
    static Fitted of(Conversation sent, ObjectNode body, Profile profile, Dialect backend, Set<String> betas) {
        var request = new VendorRequest(backend.id(), body, betas, Set.of(), Map.of());
        VendorMend.Mended mended = VendorMend.of(profile, request, IssuedThoughts.NONE);
        Set<String> dropped = new LinkedHashSet<>();
        for (Violation violation : mended.mended()) {
            boolean isKept = violation.rule().mends().stream()
                    .allMatch(mend ->
                            mend instanceof Mend.Id || mend instanceof Mend.Rename || mend instanceof Mend.TurnEfforts);
            if (!isKept) {
                dropped.addAll(pointers(sent, violation, backend));
            }
        }
        return new Fitted(mended.body(), List.copyOf(dropped), refusal(mended.left()));
    }

    private static Optional<Failure> refusal(List<Violation> left) {
        for (Violation violation : left) {
            for (Mend mend : violation.rule().mends()) {
                if (mend instanceof Mend.Stop(String instead)) {
                    String field = violation.pointer().isEmpty() ? "" : "The field " + violation.pointer() + ": ";
                    var failure = Failure.of(
                            FailureKind.INVALID_REQUEST,
                            field + "this model of the backend refuses the request with \""
                                    + violation.error().message() + "\" Instead: " + instead + ".");
                    return Optional.of(field.isEmpty() ? failure : failure.at(violation.pointer()));
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> pointers(Conversation sent, Violation violation, Dialect backend) {
        String pointer = violation.pointer();
        if (sent.dialect() == backend) {
            return List.of(pointer);
        }
        boolean isOfThinking = pointer.startsWith("/thinking")
                || pointer.startsWith("/output_config")
                || pointer.startsWith("/reasoning");
        List<String> found = new ArrayList<>();
        for (String candidate : isOfThinking ? THINKING : List.of(pointer)) {
            if (!sent.body().at(candidate).isMissingNode()) {
                found.add(candidate);
            }
        }
        return found;
    }

    /// The thoughts of a history that a vendor does not get, since it did not issue them: JSON pointers into the
    /// request.
    /// @param history after all that is put back
    static List<String> foreignThoughts(Conversation sent, EditedHistory history, Profile profile, Dialect backend) {
        if (profile.thoughts() == Profile.Thoughts.OPEN) {
            return List.of();
        }
        boolean isSame = sent.dialect() == backend;
        List<String> dropped = new ArrayList<>();
        for (Message message : sent.messages()) {
            boolean isHome = history.details().containsKey(message.path());
            if (message.role() == Role.ASSISTANT && !isHome) {
                for (Part part : message.parts()) {
                    if (isThought(part) && !(isSame ? isKept(part) : isOwn(sent, part, backend))) {
                        dropped.add(part.path());
                    }
                }
            }
        }
        return dropped;
    }

    private static boolean isThought(Part part) {
        return part instanceof Part.RedactedReasoning
                || part instanceof Part.Reasoning(String _, String _, String text, var signature)
                        && (!text.isEmpty() || signature.isPresent());
    }

    /// In the same dialect all passes but what only has a proof of ours.
    private static boolean isKept(Part part) {
        return BlockSignature.in(part).isEmpty();
    }

    private static boolean isOwn(Conversation sent, Part part, Dialect backend) {
        int end = part.path().lastIndexOf('/');
        ReasoningFormat format = FORMATS.get(backend);
        return part.path().contains("/reasoning_details/")
                && format != null
                && format.isOf(sent.body()
                        .at(part.path().substring(0, end))
                        .path("format")
                        .asText(""));
    }
}
