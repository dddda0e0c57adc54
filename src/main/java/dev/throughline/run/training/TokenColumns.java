package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.prompt.NamedTemplate;
import dev.throughline.prompt.RenderWorkers;
import dev.throughline.render.AttributionException;
import dev.throughline.render.CallArguments;
import dev.throughline.render.ChatForm;
import dev.throughline.render.ChatInput;
import dev.throughline.render.ControlTokens;
import dev.throughline.render.GlmVersion;
import dev.throughline.render.LossMask;
import dev.throughline.render.ModelProfile;
import dev.throughline.render.PromptAttribution;
import dev.throughline.render.PromptSpan;
import dev.throughline.render.Rendering;
import dev.throughline.render.jinja.Origin;
import dev.throughline.render.jinja.RenderWork;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.tokenizer.Tokenizer;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Renders a branch to token ids and a loss mask.
///
/// Only what the model wrote is learned: messages that are as recorded, and whose reasoning the template
/// shows, since the answer alone would teach the model to answer without it. After the last answer its stop
/// token is learned if the prompt has none, unless the answer was cut off.
record TokenColumns(RenderWorkers workers, TrainingExportRequest order, Tokenizer tokenizer) {
    /// The profile of a model's family, if known.
    static Optional<ModelProfile> profile(TrainingExportRequest order, NamedTemplate template) {
        return order.profile()
                .or(() -> Optional.of(template)
                        .filter(NamedTemplate::isOwn)
                        .flatMap(own -> GlmVersion.find(own.name()))
                        .map(ModelProfile::of));
    }

    /// @throws OmittedSampleException if it cannot be rendered or attributed, or nothing would be learned
    void write(BranchSample sample, NamedTemplate template, ObjectNode out) throws OmittedSampleException {
        LossMask mask;
        try {
            mask = mask(sample, template);
        } catch (TemplateException | AttributionException | RenderWork.StoppedException _) {
            throw new OmittedSampleException(OmissionReason.TEMPLATE_FAILED);
        }
        if (mask.learnt() == 0) {
            throw new OmittedSampleException(OmissionReason.NOTHING_LEARNT);
        }
        ArrayNode ids = out.putArray("input_ids");
        for (int id : mask.ids()) {
            ids.add(id);
        }
        ArrayNode learnt = out.arrayNode(mask.size());
        for (int index = 0; index < mask.size(); index++) {
            learnt.add(mask.isLearnt(index) ? 1 : 0);
        }
        out.set("loss_mask", learnt);
        out.set("assistant_masks", learnt);
        out.set("completion_mask", learnt);
    }

    private LossMask mask(BranchSample sample, NamedTemplate template) throws OmittedSampleException {
        ObjectNode context = sample.context().deepCopy();
        context.set(SampleContext.MESSAGES, sample.messages().deepCopy());
        if (CallArguments.parse(context).isPresent()) {
            throw new OmittedSampleException(OmissionReason.UNREADABLE);
        }
        context.put("add_generation_prompt", false);
        LocalDateTime received = LocalDateTime.ofInstant(sample.end().received(), ZoneId.systemDefault());
        ChatInput input = ChatInput.of(context, sample.form());
        Rendering prompt = workers.await(() -> template.template().render(input, received));
        JsonNode messages = input.context().path(SampleContext.MESSAGES);
        Optional<ModelProfile> profile = profile(order, template);
        PromptAttribution attribution = profile.map(known -> PromptAttribution.of(prompt, messages, known))
                .orElseGet(() -> PromptAttribution.withoutProfile(prompt, messages));
        LossMask mask = LossMask.of(
                ControlTokens.encode(prompt, template.template(), tokenizer),
                attribution,
                order.rules().only(trainable(sample, prompt, messages)));
        boolean hasCalls = !sample.answer().path(SampleMessages.CALLS).isEmpty();
        return profile.isPresent() && sample.isWhole()
                ? mask.ensureFinalStop(profile.get(), hasCalls, tokenizer)
                : mask;
    }

    /// All messages of roles whose bodies are learned; of the model's role only what it wrote.
    private Set<Integer> trainable(BranchSample sample, Rendering prompt, JsonNode messages) {
        Set<Integer> unchanged = sample.unchanged();
        Set<Integer> reasoning = shownReasoning(prompt);
        Set<Integer> found = new TreeSet<>();
        for (int index = 0; index < messages.size(); index++) {
            JsonNode message = messages.path(index);
            String role = message.path("role").asText();
            String thought = SampleMessages.reasoning(message);
            boolean isShown = thought == null || thought.isBlank() || reasoning.contains(index);
            boolean isWritten = unchanged.contains(index) && isShown;
            boolean isBody =
                    !role.equals("assistant") && order.rules().bodyOnly().contains(role);
            if (isWritten || isBody) {
                found.add(index);
            }
        }
        return found;
    }

    private static Set<Integer> shownReasoning(Rendering prompt) {
        Set<Integer> found = new HashSet<>();
        for (PromptSpan span : prompt.spans()) {
            if (span.origin() instanceof Origin.Content content) {
                String pointer = content.pointer().toString();
                if (ChatForm.REASONING_FIELDS.stream().anyMatch(name -> pointer.endsWith("/" + name))) {
                    found.add(span.origin().message());
                }
            }
        }
        return found;
    }
}
