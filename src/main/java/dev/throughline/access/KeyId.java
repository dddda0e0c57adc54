package dev.throughline.access;

import java.util.regex.Pattern;

/// The id of a key, a part of its text that is not secret. Ten characters `0-9a-v`.
public record KeyId(String value) {
    private static final Pattern FORM = Pattern.compile("[0-9a-v]{10}");

    public KeyId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("a key id of 10 characters 0-9, a-v was expected");
        }
    }

    public static boolean isValid(String text) {
        return FORM.matcher(text).matches();
    }

    @Override
    public String toString() {
        return value;
    }
}
