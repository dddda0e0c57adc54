package dev.throughline.settings;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The values that a whole-number setting may have, both ends included; an `Optional` may also be empty.
///
/// The constraints of Bean Validation would say the same, but for one of them Quarkus prepares the validation of
/// every setting of every extension, which each command would wait for.
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Between {
    /// The least value, in the unit of the setting.
    long least();

    /// The greatest value, in the unit of the setting.
    long most();
}
