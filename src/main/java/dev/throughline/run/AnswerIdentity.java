package dev.throughline.run;

/// Names one answer in the record.
///
/// The number alone does not: it is committed with `synchronous_commit = off` (`AdmissionQuery`), so a database that
/// crashes
/// may give it a second time. Every write after the beginning names the key too, and leaves the row of another answer
/// alone.
///
/// @param number place of the exchange in its run, from 1
/// @param key what the ids of the answer are made of; random, given once
public record AnswerIdentity(RunId run, int number, String key) {}
