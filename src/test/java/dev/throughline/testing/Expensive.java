package dev.throughline.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// On a class of integration tests that takes eight seconds or more on a quiet machine of two cores: `.ci/run` runs a
/// fourth of them for each commit, and all of them with `--all`. Without it a class is run for every commit, however
/// long it takes: what nobody may break for four commits.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.SOURCE)
public @interface Expensive {
    /// About how many seconds it takes, by which `.ci/lanes` makes fourths of equal length.
    int value();
}
