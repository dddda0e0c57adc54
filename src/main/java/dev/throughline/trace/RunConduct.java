package dev.throughline.trace;

/// Facts about a run's requests on which scenarios depend.
///
/// @param longestTurn requests of the longest turn
/// @param changesModelBack whether a conversation changed its model and, in a later turn, went back to the first one
/// @param continuesAborted whether a conversation went on after the client had left an answer
/// @param leavesCall whether the last answer calls a tool, and no request brought its result
public record RunConduct(int longestTurn, boolean changesModelBack, boolean continuesAborted, boolean leavesCall) {}
