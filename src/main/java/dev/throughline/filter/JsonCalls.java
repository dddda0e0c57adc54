package dev.throughline.filter;

import java.util.Optional;
import java.util.Set;

/// Reads calls as JSON: objects with name and arguments, one or several, or the arguments of a call whose name is
/// known.
/// The arguments are passed on as they arrive, unless they precede the name.
final class JsonCalls extends CallBody {
    private static final Set<String> NAMES = Set.of("name", "tool_name");
    private static final Set<String> ARGUMENTS = Set.of("arguments", "parameters", "args");
    /// Longer names, keys and arguments before a name are none.
    private static final int LONGEST_WORD = 256;
    private static final int LONGEST_BEFORE_NAME = 4 * 1024 * 1024;

    private enum Place {
        START,
        FIRST_KEY,
        KEY,
        COLON,
        VALUE,
        MEMBER,
        BETWEEN
    }

    private enum Part {
        KEY,
        NAME,
        ARGUMENTS,
        TEXT,
        OTHER
    }

    private final Host host;
    private final CallWriter calls;
    private final boolean isKeyed;
    private final boolean isNamed;
    private final boolean needsListEnd;
    private final StringBuilder word = new StringBuilder();
    private final StringBuilder early = new StringBuilder();
    private final StringBuilder space = new StringBuilder();
    private Optional<JsonValueReader> value = Optional.empty();
    private Part part = Part.OTHER;
    private Place place = Place.START;
    private String name = "";
    private boolean isList;
    private boolean isBegun;
    private boolean isWhole = true;

    /// @param name of the only call; empty if the objects hold names
    /// @param isKeyed whether the only key of an object is the name
    /// @param needsListEnd whether nothing is whole in a list without its end
    JsonCalls(Host host, CallWriter calls, String name, boolean isKeyed, boolean needsListEnd) {
        this.host = host;
        this.calls = calls;
        this.name = name;
        this.isNamed = !name.isEmpty();
        this.isKeyed = isKeyed;
        this.needsListEnd = needsListEnd;
    }

    @Override
    int read(String text, int from, boolean isOver) {
        state = State.WAITS;
        int at = from;
        while (at < text.length() && state == State.WAITS) {
            if (value.isPresent()) {
                JsonValueReader open = value.get();
                at = open.read(text, at, text.length());
                if (open.isBad() || word.length() > LONGEST_WORD || early.length() > LONGEST_BEFORE_NAME) {
                    return fail(at);
                }
                if (open.isDone()) {
                    value = Optional.empty();
                    valueEnds();
                }
            } else if (Character.isWhitespace(text.charAt(at))) {
                if (place == Place.BETWEEN && space.length() < LONGEST_WORD) {
                    space.append(text.charAt(at));
                }
                at++;
            } else {
                at = structure(text.charAt(at)) ? at + 1 : at;
            }
        }
        return at;
    }

    /// @return whether the character was used
    private boolean structure(char unit) {
        switch (place) {
            case START -> {
                if (isNamed) {
                    return arguments(unit);
                }
                return start(unit);
            }
            case FIRST_KEY, KEY -> {
                if (unit == '}' && place == Place.FIRST_KEY) {
                    return objectEnds();
                }
                return unit == '"' ? open(Part.KEY) : broken();
            }
            case COLON -> {
                place = Place.VALUE;
                return unit == ':' || broken();
            }
            case VALUE -> {
                return member(unit);
            }
            case MEMBER -> {
                place = Place.KEY;
                return unit == ',' || (unit == '}' ? objectEnds() : broken());
            }
            case BETWEEN -> {
                return between(unit);
            }
        }
        return false;
    }

    private boolean start(char unit) {
        if (unit == '[' && !isList) {
            isList = true;
            return true;
        }
        if (unit != '{') {
            return broken();
        }
        place = Place.FIRST_KEY;
        name = "";
        early.setLength(0);
        isBegun = false;
        isWhole = false;
        return true;
    }

    private boolean between(char unit) {
        if (unit == ',' || unit == ';') {
            space.setLength(0);
            place = Place.START;
            return true;
        }
        if (unit == '{') {
            return start(unit);
        }
        if (unit == ']' && isList) {
            space.setLength(0);
            isList = false;
            return true;
        }
        if (!space.isEmpty() && Character.isLetterOrDigit(unit)) {
            host.space(space.toString());
        }
        state = State.DONE;
        return false;
    }

    private boolean broken() {
        state = State.FAILED;
        return false;
    }

    private boolean open(Part what) {
        part = what;
        word.setLength(0);
        value = Optional.of(new JsonValueReader(
                switch (what) {
                    case KEY, NAME -> word::append;
                    case TEXT -> early::append;
                    case ARGUMENTS -> isBegun ? calls::raw : early::append;
                    case OTHER -> _ -> {};
                }));
        return false;
    }

    private boolean member(char unit) {
        String key = string(word);
        if (isKeyed) {
            name = CallName.of(key);
            return name.isEmpty() ? broken() : arguments(unit);
        }
        if (NAMES.contains(key)) {
            return unit == '"' ? open(Part.NAME) : broken();
        }
        return ARGUMENTS.contains(key) ? arguments(unit) : open(Part.OTHER);
    }

    /// The arguments begin.
    private boolean arguments(char unit) {
        if (unit == '"') {
            return open(Part.TEXT);
        }
        if (unit == '{' && !name.isEmpty()) {
            if (!begin()) {
                return broken();
            }
        } else if (unit != '{' && unit != 'n') {
            return broken();
        }
        return open(unit == '{' ? Part.ARGUMENTS : Part.OTHER);
    }

    private boolean begin() {
        isBegun = host.begin(name);
        isWhole = false;
        return isBegun;
    }

    private void valueEnds() {
        switch (part) {
            case KEY -> place = Place.COLON;
            case NAME -> {
                name = CallName.of(string(word));
                state = name.isEmpty() ? State.FAILED : State.WAITS;
                place = Place.MEMBER;
            }
            case ARGUMENTS, TEXT, OTHER -> {
                isWhole |= isBegun && part == Part.ARGUMENTS;
                place = Place.MEMBER;
                if (part == Part.TEXT) {
                    text();
                }
                if (isNamed && state == State.WAITS) {
                    objectEnds();
                    state = state == State.FAILED ? state : State.DONE;
                }
            }
        }
    }

    /// Arguments inside a JSON string.
    private void text() {
        String inside = string(early);
        early.setLength(0);
        early.append(ArgumentValue.parse(inside.isBlank() ? "{}" : inside)
                .filter(found -> found.isObject())
                .map(ArgumentValue::write)
                .orElse(""));
        state = early.isEmpty() ? State.FAILED : State.WAITS;
    }

    private boolean objectEnds() {
        if (!isBegun) {
            if (name.isEmpty() && host.leavesOut()) {
                place = Place.BETWEEN;
                isWhole = true;
                return true;
            }
            if (name.isEmpty() || !begin()) {
                return broken();
            }
            calls.raw(early.isEmpty() ? "{}" : early.toString());
        }
        calls.close();
        isBegun = false;
        isWhole = true;
        place = Place.BETWEEN;
        state = State.ENDED;
        return true;
    }

    private static String string(StringBuilder json) {
        return ArgumentValue.parse(json.toString()).map(found -> found.asText()).orElse("");
    }

    @Override
    boolean end(boolean isCut) {
        if (isBegun) {
            calls.close();
        }
        return isWhole && !(needsListEnd && isList);
    }
}
