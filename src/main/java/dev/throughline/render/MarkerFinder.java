package dev.throughline.render;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.ModelMarkers.CallLayout;
import dev.throughline.render.ModelMarkers.MarkerPair;
import dev.throughline.render.jinja.JinjaTemplate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Finds the markers of a model from its template and its vocabulary.
///
/// The text that a template writes around the texts of probes takes precedence, then the end of its generation
/// prompt, then the names of tokens. A template that rejects a probe is probed in another way; what no probe shows
/// is omitted.
public final class MarkerFinder {
    private final String source;
    private final MarkerScan scan;
    private final MarkerProbes probes;
    private final Set<String> vocabulary;
    private final Optional<String> end;
    private final String prompt;
    private final String answer;
    private final String answerAndQuestion;
    private final String reasoned;
    private final String call;

    /// @param source the template
    /// @param vocabulary added tokens of the model, none where there is no tokenizer
    /// @param variables what templates may use, such as `bos_token` and `eos_token`
    /// @throws dev.throughline.render.jinja.TemplateException if the template cannot be parsed
    public MarkerFinder(String source, Set<String> vocabulary, Map<String, String> variables) {
        this.source = source;
        this.vocabulary = Set.copyOf(vocabulary);
        Set<String> tokens = new HashSet<>(vocabulary);
        tokens.addAll(variables.values());
        this.scan = new MarkerScan(tokens);
        this.end = Optional.ofNullable(variables.get("eos_token")).filter(token -> !token.isEmpty());
        this.probes = new MarkerProbes(JinjaTemplate.parse(source), variables);
        this.prompt = prompt(JsonNodeFactory.instance.objectNode());
        this.answer =
                probes.answer().map(text -> behind(text, MarkerProbes.USER)).orElse("");
        this.answerAndQuestion = probes.answerAndQuestion()
                .map(text -> behind(text, MarkerProbes.USER))
                .orElse(answer);
        this.reasoned = probes.reasoning().orElse("");
        this.call = probes.call().orElse("");
    }

    /// The markers of the model.
    public ModelMarkers find() {
        Optional<MarkerPair> reasoning = reasoning();
        Optional<MarkerPair> calls = aroundCall(reasoning).or(this::namedCall);
        boolean isOpen = reasoning.isPresent() && isOpen(reasoning.get(), prompt);
        return new ModelMarkers(reasoning, calls, layout(reasoning), isOpen, stops(calls));
    }

    /// The markers of the model for its answer to a prompt: only that says whether it starts inside reasoning. What
    /// precedes the header of the answer, such as a user who spells a marker, has no part in it.
    public ModelMarkers behind(String whole) {
        ModelMarkers found = find();
        String header = found.reasoning().map(this::header).orElse("");
        int at = header.isBlank() ? -1 : whole.lastIndexOf(header);
        String open = at < 0 ? whole : whole.substring(at + header.length());
        return found.starting(
                found.reasoning().filter(pair -> isOpen(pair, open)).isPresent());
    }

    /// The text of a prompt before an answer, without reasoning markers.
    private String header(MarkerPair pair) {
        int end = prompt.length();
        for (String marker :
                Stream.concat(Stream.of(pair.opener()), pair.closer().stream()).toList()) {
            int at = prompt.indexOf(marker);
            end = at < 0 ? end : Math.min(end, at);
        }
        return prompt.substring(0, end).strip();
    }

    /// Whether the generation prompt leaves reasoning open.
    ///
    /// @param options of the request, such as `enable_thinking`
    public boolean startsInReasoning(ObjectNode options) {
        String text = prompt(options);
        return reasoning().filter(pair -> isOpen(pair, text)).isPresent();
    }

    private String prompt(ObjectNode options) {
        return probes.generation(options)
                .map(text -> behind(text, MarkerProbes.USER))
                .orElse("");
    }

    private Optional<MarkerPair> reasoning() {
        return aroundReasoning(reasoned)
                .or(() -> aroundReasoning(call))
                .or(this::opened)
                .or(this::named);
    }

    private Optional<CallLayout> layout(Optional<MarkerPair> reasoning) {
        return new CallLayoutFinder(probes, answer, reasoning.flatMap(MarkerPair::closed)).find();
    }

    private Optional<MarkerPair> aroundReasoning(String text) {
        int at = text.indexOf(MarkerProbes.REASONING);
        if (at < 0) {
            return Optional.empty();
        }
        String before = text.substring(0, at).stripTrailing();
        String after = behind(text, MarkerProbes.REASONING);
        List<MarkerScan.MarkerMatch> openers = scan.all(before);
        if (openers.isEmpty()) {
            return Optional.empty();
        }
        MarkerScan.MarkerMatch last = openers.getLast();
        String word = before.substring(last.end());
        boolean isWord = word.matches("\\w{0,40}") && !(word.length() > 0 && answer.contains(last.text() + word));
        String opener = before.substring(openerStart(openers, before));
        return isWord
                ? Optional.of(new MarkerPair(opener, closer(last.text(), after).or(() -> scan.first(after))))
                : Optional.empty();
    }

    /// The opener is one marker, or two with a word between them that an answer without reasoning does not have.
    private int openerStart(List<MarkerScan.MarkerMatch> markers, String before) {
        MarkerScan.MarkerMatch last = markers.getLast();
        if (markers.size() < 2 || MarkerScan.namesReasoning(last.text()) || last.end() < before.length()) {
            return last.start();
        }
        MarkerScan.MarkerMatch previous = markers.get(markers.size() - 2);
        String between = before.substring(previous.end(), last.start());
        boolean isOne = between.matches("\\w+") && !answer.contains(before.substring(previous.start()));
        return isOne ? previous.start() : last.start();
    }

    /// A marker about reasoning that the generation prompt ends with.
    private Optional<MarkerPair> opened() {
        return scan.all(prompt).stream()
                .map(MarkerScan.MarkerMatch::text)
                .filter(marker -> MarkerScan.namesReasoning(marker) && MarkerScan.isOpener(marker))
                .findFirst()
                .map(opener -> new MarkerPair(opener, known(opener)));
    }

    /// A pair of tokens whose names say what they are for, in the vocabulary or else in the template.
    private Optional<MarkerPair> named() {
        return names(MarkerScan::namesReasoning)
                .flatMap(name -> known(name).map(closer -> new MarkerPair(name, Optional.of(closer))).stream())
                .findFirst()
                .or(this::onlyCloser);
    }

    /// Templates that only cut reasoning off name nothing but its closer.
    private Optional<MarkerPair> onlyCloser() {
        return names(MarkerScan::namesReasoning)
                .filter(marker -> marker.startsWith("</"))
                .findFirst()
                .map(closer -> new MarkerPair("<" + closer.substring(2), Optional.of(closer)));
    }

    private Optional<MarkerPair> namedCall() {
        return names(MarkerScan::namesCalls)
                .filter(MarkerScan::isOpener)
                .findFirst()
                .map(opener -> new MarkerPair(opener, known(opener)));
    }

    private Stream<String> names(Predicate<String> isAbout) {
        List<String> names = new ArrayList<>(vocabulary.stream().sorted().toList());
        scan.all(source).forEach(marker -> names.add(marker.text()));
        return names.stream()
                .filter(name -> isAbout.test(name) && scan.first(name).equals(Optional.of(name)));
    }

    private Optional<String> known(String opener) {
        return MarkerScan.closers(opener).stream()
                .filter(closer -> vocabulary.contains(closer) || source.contains(closer))
                .findFirst();
    }

    private static Optional<String> closer(String opener, String after) {
        return MarkerScan.closers(opener).stream().filter(after::contains).findFirst();
    }

    private static boolean isOpen(MarkerPair pair, String prompt) {
        int opened = prompt.lastIndexOf(pair.opener());
        return opened >= 0
                && pair.closer()
                        .map(closer -> prompt.lastIndexOf(closer) < opened)
                        .orElse(true);
    }

    private Optional<MarkerPair> aroundCall(Optional<MarkerPair> reasoning) {
        int value = call.lastIndexOf(MarkerProbes.VALUE);
        if (value < 0) {
            return Optional.empty();
        }
        int begin = callStart();
        int name = call.lastIndexOf(MarkerProbes.FUNCTION, value);
        String before = call.substring(begin, name < begin ? value : name);
        Set<String> others = new HashSet<>();
        scan.all(answerAndQuestion).forEach(marker -> others.add(marker.text()));
        reasoning.flatMap(MarkerPair::closer).ifPresent(others::add);
        return scan.all(before).stream()
                .map(MarkerScan.MarkerMatch::text)
                .filter(marker -> !others.contains(marker) && !MarkerScan.namesReasoning(marker))
                .findFirst()
                .or(() -> recipient(before))
                .map(found -> new MarkerPair(found, closer(found, behindCall()).or(() -> known(found))));
    }

    /// Words that name who is called, between the header of an answer and the name.
    private Optional<String> recipient(String before) {
        String rest = behindCommon(before, answer).strip();
        return rest.matches("\\w+=[\\w.:]*") ? Optional.of(rest) : Optional.empty();
    }

    private int callStart() {
        int begin = 0;
        for (String part : List.of(MarkerProbes.USER, MarkerProbes.REASONING, MarkerProbes.CONTENT)) {
            int at = call.lastIndexOf(part, call.lastIndexOf(MarkerProbes.VALUE));
            begin = at < 0 ? begin : Math.max(begin, at + part.length());
        }
        return begin;
    }

    private String behindCall() {
        String rest = behind(call, MarkerProbes.VALUE);
        int result = rest.indexOf(MarkerProbes.RESULT);
        return result < 0 ? rest : rest.substring(0, result);
    }

    private List<String> stops(Optional<MarkerPair> calls) {
        Set<String> found = new LinkedHashSet<>();
        stopOfText().ifPresent(found::add);
        stopOfCall(calls)
                .filter(marker -> found.contains(marker) || !answerAndQuestion.contains(marker))
                .ifPresent(found::add);
        end.ifPresent(found::add);
        return List.copyOf(found);
    }

    /// The first marker behind an answer's text that closes none before the text.
    private Optional<String> stopOfText() {
        return stopBehind(answer).or(() -> stopBehind(answerAndQuestion));
    }

    private Optional<String> stopBehind(String text) {
        int at = text.indexOf(MarkerProbes.CONTENT);
        if (at < 0) {
            return Optional.empty();
        }
        String before = text.substring(0, at).stripTrailing();
        List<MarkerScan.MarkerMatch> touching = scan.all(before).stream()
                .filter(marker -> marker.end() == before.length())
                .toList();
        return scan.firstThatClosesNone(behind(text, MarkerProbes.CONTENT), touching);
    }

    /// The first marker behind a call that is not part of it.
    private Optional<String> stopOfCall(Optional<MarkerPair> calls) {
        String behind = call.isEmpty() ? "" : behindCall();
        Optional<String> closer = calls.flatMap(MarkerPair::closer);
        if (behind.isEmpty() || closer.filter(each -> !behind.contains(each)).isPresent()) {
            return Optional.empty();
        }
        int closed =
                closer.map(each -> behind.lastIndexOf(each) + each.length()).orElse(0);
        List<MarkerScan.MarkerMatch> opened =
                scan.all(call.substring(callStart(), call.lastIndexOf(MarkerProbes.VALUE))).stream()
                        .filter(marker -> !answerAndQuestion.contains(marker.text()))
                        .toList();
        return scan.firstThatClosesNone(behind.substring(closed), opened);
    }

    static String behind(String text, String part) {
        int at = text.lastIndexOf(part);
        return at < 0 ? "" : text.substring(at + part.length());
    }

    /// A text without the beginning that another text has as well.
    static String behindCommon(String text, String other) {
        int mismatch = Arrays.mismatch(text.toCharArray(), other.toCharArray());
        return mismatch < 0 ? "" : text.substring(mismatch);
    }
}
