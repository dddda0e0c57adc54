package dev.throughline.render.jinja;

/// A place in a template, counted from 1.
public record Position(int line, int column) {
    public static final Position UNKNOWN = new Position(0, 0);
}
