package dev.throughline.prompt;

import dev.throughline.backend.BackendMarkup;
import dev.throughline.backend.BackendTemplates;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.MarkerFinder;
import dev.throughline.render.ModelMarkers;
import dev.throughline.render.ModelMarkers.MarkerPair;
import dev.throughline.render.jinja.TemplateException;
import dev.throughline.render.tokenizer.TokenizerFormatException;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The markers of the named templates, for the proxy's filters.
@ApplicationScoped
class TemplateMarkers implements BackendTemplates {
    private final TemplateLibrary library;

    TemplateMarkers(TemplateLibrary library) {
        this.library = library;
    }

    @Override
    public Optional<BackendMarkup> find(String template) {
        try {
            return library.find(template).map(found -> markup(template, found.template()));
        } catch (TemplateException | TokenizerFormatException e) {
            throw new IllegalArgumentException("throughline.templates." + template + ": " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw new IllegalArgumentException(
                    "throughline.templates." + template + ": "
                            + Objects.requireNonNull(e.getCause()).getMessage(),
                    e);
        }
    }

    private static BackendMarkup markup(String name, ChatTemplate template) {
        MarkerFinder finder = new MarkerFinder(template.source(), Set.of(), template.specialTokens());
        ModelMarkers markers = finder.find();
        return new BackendMarkup(
                name,
                markers.reasoning().flatMap(MarkerPair::closed),
                markers.family(),
                markers.layoutLabel(),
                finder::startsInReasoning);
    }
}
