package dev.throughline.pages;

import java.util.List;

/// The list of runs.
/// @param query as typed
/// @param unknown terms that were not understood
/// @param next address of the next page, empty on the last
/// @param isSearched whether words were looked for, which is limited to the newest runs
public record RunListContent(
        String query, List<RunEntry> runs, List<String> unknown, String next, boolean isSearched, int searched) {}
