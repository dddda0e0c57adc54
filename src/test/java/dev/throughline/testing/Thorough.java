package dev.throughline.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/// On a plain test that tries more in a full run: `--all` runs it again, in full.
/// A test that reads [Thoroughness], itself or by what it calls, has it; `LanesTest` looks.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("thorough")
public @interface Thorough {}
