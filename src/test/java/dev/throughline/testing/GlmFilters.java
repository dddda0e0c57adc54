package dev.throughline.testing;

import dev.throughline.filter.Families;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.filter.FamilyMarkers;
import dev.throughline.filter.FilterSettings;

/// Filters for answers of GLM models.
public final class GlmFilters {
    public static final FamilyMarkers MARKERS =
            Families.SHIPPED.withId(Families.GLM).orElseThrow();

    private GlmFilters() {}

    public static FamilyFilter of(FilterSettings settings) {
        return new FamilyFilter(settings, MARKERS);
    }
}
