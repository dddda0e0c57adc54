package dev.throughline.rest;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/// Reads a body and checks its constraints as the service does, without a server.
public final class ValidBody {
    private static final Validator VALIDATOR =
            Validation.buildDefaultValidatorFactory().getValidator();

    private ValidBody() {}

    public static <T> T read(String json, Class<T> type) {
        T body = StrictBody.read(json.getBytes(StandardCharsets.UTF_8), type);
        Set<ConstraintViolation<T>> violations = VALIDATOR.validate(body);
        if (!violations.isEmpty()) {
            throw ViolationMapper.ViolationProblem.of(violations).exception();
        }
        return body;
    }
}
