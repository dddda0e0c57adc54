package dev.throughline.pages;

import dev.throughline.pages.ProductSearch.Hit;
import java.util.List;

/// The results of the header's search box.
///
/// @param typed as typed
/// @param hits products and versions
/// @param near those with similar names, if no product has this one
/// @param runs the newest whose label, client or id has the words
/// @param allRuns address of all such runs, empty if `runs` has all
public record FindContent(String typed, List<Hit> hits, List<Hit> near, List<RunEntry> runs, String allRuns) {}
