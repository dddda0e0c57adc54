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

/// A number within bounds, in one constraint so that its message names both. Valid if absent.
@Documented
@Constraint(validatedBy = NumberBetween.Validator.class)
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
public @interface NumberBetween {
    int min();

    int max();

    String message() default "a number from {min} to {max} was expected, found ${validatedValue}.";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /// Compares with both bounds.
    final class Validator implements ConstraintValidator<NumberBetween, Number> {
        private int min;
        private int max;

        @Override
        public void initialize(NumberBetween bounds) {
            min = bounds.min();
            max = bounds.max();
        }

        @Override
        public boolean isValid(@Nullable Number number, ConstraintValidatorContext context) {
            return number == null || (number.doubleValue() >= min && number.doubleValue() <= max);
        }
    }
}
