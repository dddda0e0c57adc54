package dev.throughline.backend;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.filter.Family;
import dev.throughline.filter.FamilyMarkers;
import java.util.Optional;
import java.util.function.Predicate;

/// The properties of a model's output that its backend's template shows.
///
/// @param template the template's name
/// @param reasoning the pair around reasoning
/// @param markers of the family that the answers are parsed with
/// @param callLayout how calls are written; `unknown` where the template has calls that are not understood;
///     empty where it has none
/// @param startsInReasoning whether the generation prompt leaves reasoning open, by the options of a
///     request, such as `enable_thinking`; takes less than a millisecond
public record BackendMarkup(
        String template,
        Optional<Family.Reasoning> reasoning,
        FamilyMarkers markers,
        Optional<String> callLayout,
        Predicate<ObjectNode> startsInReasoning) {}
