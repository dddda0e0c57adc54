package dev.throughline.rest;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;

/// A text of limited length without control characters, so that it can be shown on a terminal. Valid if absent.
@Documented
@Constraint(validatedBy = PlainText.Validator.class)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.TYPE_USE})
@Retention(RetentionPolicy.RUNTIME)
public @interface PlainText {
    /// Maximum number of UTF-16 units.
    int max();

    String message() default "at most {max} characters without control characters were expected.";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /// Counts and looks at every character.
    final class Validator implements ConstraintValidator<PlainText, CharSequence> {
        private int max;

        @Override
        public void initialize(PlainText limits) {
            max = limits.max();
        }

        @Override
        public boolean isValid(@Nullable CharSequence text, ConstraintValidatorContext context) {
            return text == null || (text.length() <= max && text.chars().noneMatch(Character::isISOControl));
        }
    }
}
