package dev.throughline.run;

/// Identifies one recorded answer.
///
/// The number alone is not enough: it is committed with `synchronous_commit = off` (`AdmissionQuery`), so a
/// database that crashes may assign it twice. Every later write also matches the key, and so never changes
/// the row of another answer.
///
/// @param number number of the exchange in its run, from 1
/// @param key the key from which the answer's ids are derived; random, assigned once
public record AnswerIdentity(RunId run, int number, String key) {}
