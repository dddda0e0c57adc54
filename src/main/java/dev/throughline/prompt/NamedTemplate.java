package dev.throughline.prompt;

import dev.throughline.render.ChatTemplate;
import dev.throughline.render.TemplateFingerprints;

/// A template that can be asked for by its name.
///
/// @param isOwn whether it is one of our own rather than a file that a setting names
public record NamedTemplate(String name, boolean isOwn, ChatTemplate template, TemplateFingerprints fingerprints) {
    static NamedTemplate of(String name, boolean isOwn, ChatTemplate template) {
        return new NamedTemplate(name, isOwn, template, TemplateFingerprints.of(template));
    }
}
