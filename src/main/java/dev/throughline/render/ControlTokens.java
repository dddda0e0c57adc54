package dev.throughline.render;

import dev.throughline.render.jinja.CheckedText;
import dev.throughline.render.jinja.Origin;
import dev.throughline.render.jinja.RenderWork;
import dev.throughline.render.tokenizer.AddedToken;
import dev.throughline.render.tokenizer.AddedTokenTrie;
import dev.throughline.render.tokenizer.Encoding;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.render.tokenizer.Tokenizer.TextRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds control tokens that a conversation spells: text which a model must not take for the template's own.
///
/// With a tokenizer these are its special tokens, and the other added ones that the template writes, such as
/// `<think>`; without one, whatever in the template has the form of such a token. A token is the template's if any of
/// its characters is. Source: transformers 5.24, `sanitize_control_tokens`, which looks at each string of a request
/// alone; here a token that two fields form together is found too.
public final class ControlTokens {
    private static final Pattern FORM =
            Pattern.compile("<[|\uFF5C]?[A-Za-z_/][^<>\\s]{0,60}[|\uFF5C]?>|\\[/?[A-Z_]{2,40}\\]|\\[gMASK\\]");
    private static final Pattern TOKEN_VARIABLE = Pattern.compile("/[a-z]+_token");

    private final AddedTokenTrie trie;

    private ControlTokens(Map<String, AddedToken> tokens) {
        this.trie = new AddedTokenTrie(tokens);
    }

    /// A control token in the text of a conversation; offsets are in UTF-16 units of the prompt.
    ///
    /// @param pointer to the field that has its first character
    public record Spelled(int from, int to, String token, String pointer) {}

    /// The control tokens of a model.
    public static ControlTokens of(ChatTemplate template, Optional<Tokenizer> tokenizer) {
        String written = template.literals();
        Map<String, AddedToken> found = new HashMap<>();
        if (tokenizer.isPresent()) {
            for (AddedToken token : tokenizer.get().addedTokens()) {
                String content = token.content();
                if (token.special() || !content.isBlank() && written.contains(content)) {
                    found.put(content, token);
                }
            }
        } else {
            FORM.matcher(CheckedText.of(written))
                    .results()
                    .forEach(match -> found.put(match.group(), AddedToken.plain(0, match.group(), true)));
        }
        return new ControlTokens(found);
    }

    /// Control tokens that the conversation, not the template, wrote into a prompt, in order.
    public List<Spelled> in(Rendering prompt) {
        List<Spelled> found = new ArrayList<>();
        String text = prompt.text();
        int at = trie.isEmpty() ? text.length() : trie.candidate(text, 0, text.length());
        while (at < text.length()) {
            RenderWork.checkTime();
            Optional<AddedTokenTrie.Match> match =
                    isGiven(prompt.originAt(at)) ? trie.longest(text, at, text.length()) : Optional.empty();
            int next = at + 1;
            if (match.isPresent() && isGiven(prompt, at, match.get().end())) {
                next = match.get().end();
                String pointer = prompt.originAt(at) instanceof Origin.Content content
                        ? content.pointer().toString()
                        : "";
                found.add(new Spelled(at, next, match.get().token().content(), pointer));
            }
            at = trie.candidate(text, next, text.length());
        }
        return found;
    }

    /// The tokens of a prompt, in which what the conversation spells is text.
    public static Encoding encode(Rendering prompt, ChatTemplate template, Tokenizer tokenizer) {
        return tokenizer.encode(
                prompt.text(), ranges(of(template, Optional.of(tokenizer)).in(prompt)));
    }

    /// Where tokens were found.
    public static List<TextRange> ranges(List<Spelled> found) {
        return found.stream().map(each -> new TextRange(each.from(), each.to())).toList();
    }

    private static boolean isGiven(Rendering prompt, int from, int to) {
        for (int span = prompt.spanAt(from); span < prompt.spans().size(); span++) {
            if (prompt.spans().get(span).from() >= to) {
                return true;
            }
            if (!isGiven(prompt.spans().get(span).origin())) {
                return false;
            }
        }
        return true;
    }

    /// Whether a value of the context that is no special token of the model.
    private static boolean isGiven(Origin origin) {
        return origin instanceof Origin.Content content
                && (content.pointer().message() >= 0
                        || !TOKEN_VARIABLE.matcher(content.pointer().toString()).matches());
    }
}
