package dev.throughline.render.jinja;

/// A place in a template, counted from 1.
record Position(int line, int column) {
    static final Position UNKNOWN = new Position(0, 0);
}
