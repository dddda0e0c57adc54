package dev.throughline.backend.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.filter.TemplateMarkup;
import java.util.Optional;
import java.util.function.Predicate;

/// What the template of a backend shows about its model's output.
///
/// @param template the template's name
/// @param callLayout how calls are written; `unknown` where the template has calls that are not understood;
///     empty where it has none
/// @param startsInReasoning whether the generation prompt leaves reasoning open, by the options of a
///     request, such as `enable_thinking`; takes less than a millisecond
public record BackendMarkup(
        String template, TemplateMarkup markup, Optional<String> callLayout, Predicate<ObjectNode> startsInReasoning) {}
