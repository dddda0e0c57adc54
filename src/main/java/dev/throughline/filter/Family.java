package dev.throughline.filter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the models of one family write reasoning and calls: a row of `families.json`, in the notation of
/// `FamilyNotation`.
///
/// @param id its name in settings
/// @param names patterns for model names: lower case, `*` for anything; may begin behind a hyphen
/// @param reasoning the pairs around reasoning
/// @param opened whether the family's templates open the reasoning by default
/// @param calls how calls are written, the most specific first
/// @param turn markers that end a turn
/// @param dropped markers without meaning for a client
/// @param unclosed whether reasoning that a prompt opened is the answer when the answer ends regularly inside it
/// @param special whether servers leave the markers out unless a request asks for special tokens
public record Family(
        String id,
        List<String> names,
        List<Reasoning> reasoning,
        boolean opened,
        List<Form> calls,
        List<String> turn,
        List<String> dropped,
        boolean unclosed,
        boolean special) {
    public Family {
        if (id == null || id.isBlank()) {
            throw new IllegalArgumentException("a family without an id");
        }
        names = orEmpty(names);
        reasoning = orEmpty(reasoning);
        calls = orEmpty(calls);
        turn = orEmpty(turn);
        dropped = orEmpty(dropped);
    }

    /// @param open any of them begins reasoning
    /// @param close any of them ends it
    /// @param atStart whether it begins only before any text
    public record Reasoning(List<String> open, List<String> close, boolean atStart) {
        public Reasoning {
            open = orEmpty(open);
            close = orEmpty(close);
        }
    }

    /// The text between the opener and the end of a call.
    public enum Style {
        /// One object with name and arguments, or a list of them.
        JSON,
        /// The name in the opener, then the arguments as an object.
        NAMED,
        /// An object whose only key is the name.
        KEYED,
        /// Each argument is wrapped in its own tags, its value unescaped.
        TAGGED,
        /// The name, then keys and values in separate tags, unescaped. `parameter` is the tag before a key, behind
        /// it and before a value; `parameterEnd` is behind a value.
        PAIRED,
        /// Tags for each argument, with objects and lists as nested tags.
        NESTED,
        /// Gemma's objects with bare keys.
        GEMMA,
        /// A call or a list of calls in Python.
        PYTHON
    }

    /// One way to write calls.
    ///
    /// @param section before the first call of a group; optional in an answer
    /// @param sectionEnd after the last
    /// @param open before each call, with its name where the style has it there; empty for a call without opener
    /// @param close after each call; optional in an answer
    /// @param parameter before each value of a tagged call
    /// @param parameterEnd after it
    /// @param prefix what models write before a name, such as `functions.`
    /// @param quote around strings in Gemma's notation
    /// @param list whether the objects are always in a list
    /// @param bare whether nothing but the content shows that it is a call
    /// @param ordinary whether the opener is ordinary text, so that only declared names make it a call
    /// @param newlines whether one line break on each side of a value is layout
    /// @param entities whether values are XML text
    public record Form(
            Style style,
            List<String> section,
            List<String> sectionEnd,
            List<String> open,
            List<String> close,
            List<String> parameter,
            List<String> parameterEnd,
            @Nullable String prefix,
            @Nullable String quote,
            boolean list,
            boolean bare,
            boolean ordinary,
            boolean newlines,
            boolean entities) {
        public Form {
            if (style == null) {
                throw new IllegalArgumentException("a form of calls without a style");
            }
            section = orEmpty(section);
            sectionEnd = orEmpty(sectionEnd);
            open = open == null || open.isEmpty() ? List.of("") : List.copyOf(open);
            close = orEmpty(close);
            parameter = orEmpty(parameter);
            parameterEnd = orEmpty(parameterEnd);
            if (style == Style.PAIRED && parameter.size() != 3) {
                throw new IllegalArgumentException(
                        "a paired form needs the tags before and behind a key and before a value");
            }
        }
    }

    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }
}
