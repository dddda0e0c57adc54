package dev.throughline.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.util.List;

/// A field of a body that cannot be converted to its type.
final class InvalidValueException extends JsonMappingException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> allowed;

    /// @param allowed the accepted values; empty if they cannot be listed
    InvalidValueException(JsonParser parser, String detail, List<String> allowed) {
        super(parser, detail);
        this.allowed = allowed;
    }

    List<String> allowed() {
        return allowed;
    }
}
