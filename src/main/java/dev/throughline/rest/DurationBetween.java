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
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A duration within bounds, which are ISO-8601 durations themselves. Valid if absent.
@Documented
@Constraint(validatedBy = DurationBetween.Validator.class)
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface DurationBetween {
    String min();

    String max();

    /// Whether zero is valid although it is below the minimum.
    boolean orZero() default false;

    String message() default "a time from {min} to {max} was expected, found ${validatedValue}.";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /// Compares with both bounds.
    final class Validator implements ConstraintValidator<DurationBetween, Duration> {
        private Duration min = Duration.ZERO;
        private Duration max = Duration.ZERO;
        private boolean isZeroValid;

        @Override
        public void initialize(DurationBetween bounds) {
            min = Duration.parse(bounds.min());
            max = Duration.parse(bounds.max());
            isZeroValid = bounds.orZero();
        }

        @Override
        public boolean isValid(@Nullable Duration duration, ConstraintValidatorContext context) {
            return duration == null
                    || (isZeroValid && duration.isZero())
                    || (duration.compareTo(min) >= 0 && duration.compareTo(max) <= 0);
        }
    }
}
