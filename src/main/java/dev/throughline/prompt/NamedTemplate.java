package dev.throughline.prompt;

import dev.throughline.render.ChatTemplate;
import dev.throughline.render.TemplateFingerprints;

/// A template with a name.
///
/// @param isOwn whether it is built in rather than a configured file
public record NamedTemplate(String name, boolean isOwn, ChatTemplate template, TemplateFingerprints fingerprints) {
    static NamedTemplate of(String name, boolean isOwn, ChatTemplate template) {
        return new NamedTemplate(name, isOwn, template, TemplateFingerprints.of(template));
    }
}
