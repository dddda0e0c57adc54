package dev.throughline.gateway.admission;

import dev.throughline.backend.BackendPath;
import dev.throughline.conversation.Dialect;
import java.util.List;
import java.util.Optional;

/// An endpoint of a run: the part of a path below the base URL.
public sealed interface DialectEndpoint {
    List<String> POST = List.of("POST");
    List<String> GET = List.of("GET", "HEAD");
    List<String> GET_POST = List.of("GET", "POST");
    List<String> GET_DELETE = List.of("GET", "HEAD", "DELETE");
    List<String> ANY = List.of("GET", "HEAD", "POST", "DELETE");

    /// Generates an answer.
    record Generate(Dialect dialect) implements DialectEndpoint {}

    /// Counts the tokens of a request; nothing is generated.
    record CountTokens() implements DialectEndpoint {}

    record Models() implements DialectEndpoint {}

    /// @param id decoded and validated: safe in a path
    record Model(String id) implements DialectEndpoint {}

    /// A stored answer of the Responses dialect.
    record StoredResponse(String id) implements DialectEndpoint {}

    /// The input of a stored answer.
    record InputItems(String id) implements DialectEndpoint {}

    /// Ends a response that runs in the background.
    record CancelResponse(String id) implements DialectEndpoint {}

    /// An endpoint of the Responses API that this gateway does not implement.
    /// @param name `compact` or `conversations`
    record NotOffered(String name) implements DialectEndpoint {}

    /// An endpoint of a backend outside the dialects, passed on as bytes.
    /// @param entry the entry of the setting that allows it
    record Passed(String entry, BackendPath path) implements DialectEndpoint {}

    /// The current validation report.
    record Report() implements DialectEndpoint {}

    /// Seals the run and opens a new one at the same URL.
    record Reset() implements DialectEndpoint {}

    /// The base URL itself; claude-code 2.1 sends `HEAD /` before its first request.
    record Root() implements DialectEndpoint {}

    /// Anything else below a base URL.
    record Unknown(String path) implements DialectEndpoint {}

    /// The endpoint that a path below a base names, a leading `v1` removed.
    static DialectEndpoint of(List<String> segments) {
        return switch (String.join("/", segments)) {
            case "" -> new Root();
            case "chat/completions" -> new Generate(Dialect.OPENAI_CHAT);
            case "messages" -> new Generate(Dialect.ANTHROPIC);
            case "messages/count_tokens" -> new CountTokens();
            case "responses" -> new Generate(Dialect.RESPONSES);
            case "responses/compact" -> new NotOffered("compact");
            case "conversations" -> new NotOffered("conversations");
            case String object when object.startsWith("conversations/") -> new NotOffered("conversations");
            case String stored when stored.startsWith("responses/resp_") -> stored(segments);
            case "models" -> new Models();
            case "validation_report" -> new Report();
            case "reset" -> new Reset();
            case String model when model.startsWith("models/") -> model(model);
            case String other -> new Unknown(other);
        };
    }

    private static DialectEndpoint stored(List<String> segments) {
        Optional<String> id = BackendPath.decoded(segments.get(1)).filter(decoded -> decoded.indexOf('/') < 0);
        DialectEndpoint unknown = new Unknown(String.join("/", segments));
        String below = String.join("/", segments.subList(2, segments.size()));
        return id.map(stored -> switch (below) {
                    case "" -> new StoredResponse(stored);
                    case "input_items" -> new InputItems(stored);
                    case "cancel" -> new CancelResponse(stored);
                    default -> unknown;
                })
                .orElse(unknown);
    }

    private static DialectEndpoint model(String path) {
        return BackendPath.decoded(path.substring("models/".length()))
                .<DialectEndpoint>map(Model::new)
                .orElseGet(() -> new Unknown(path));
    }

    /// Its name without variable parameters.
    default String label() {
        return switch (this) {
            case Generate(Dialect dialect) ->
                switch (dialect) {
                    case OPENAI_CHAT -> "chat/completions";
                    case ANTHROPIC -> "messages";
                    case RESPONSES -> "responses";
                };
            case CountTokens _ -> "messages/count_tokens";
            case Models _ -> "models";
            case Model _ -> "models/{model}";
            case StoredResponse _ -> "responses/{id}";
            case InputItems _ -> "responses/{id}/input_items";
            case CancelResponse _ -> "responses/{id}/cancel";
            case NotOffered(String name) -> name.equals("compact") ? "responses/compact" : name;
            case Passed(String entry, BackendPath _) -> entry;
            case Report _ -> "validation_report";
            case Reset _ -> "reset";
            case Root _ -> "root";
            case Unknown _ -> "unknown";
        };
    }

    /// The methods that it supports.
    default List<String> methods() {
        return switch (this) {
            case Generate _, CountTokens _, CancelResponse _, Reset _ -> POST;
            case Passed _ -> GET_POST;
            case Models _, Model _, Report _, Root _, InputItems _ -> GET;
            case StoredResponse _ -> GET_DELETE;
            case NotOffered _ -> ANY;
            case Unknown _ -> List.of();
        };
    }

    /// Whether it can be opened as a link: no backend is called, and nothing changes.
    default boolean isPage() {
        return this instanceof Root || this instanceof Report;
    }

    /// Whether its request has a JSON body.
    default boolean takesBody() {
        return this instanceof Generate || this instanceof CountTokens;
    }

    /// The dialect of its responses and errors.
    /// @param anthropicHeader whether the request has an `anthropic-version` header
    default Dialect dialect(boolean anthropicHeader) {
        return switch (this) {
            case Generate(Dialect dialect) -> dialect;
            case CountTokens _ -> Dialect.ANTHROPIC;
            case StoredResponse _, InputItems _, CancelResponse _, NotOffered _ -> Dialect.RESPONSES;
            case Passed(String entry, BackendPath _) when entry.startsWith("messages") -> Dialect.ANTHROPIC;
            case Passed(String entry, BackendPath _) when entry.startsWith("responses") -> Dialect.RESPONSES;
            case Unknown(String path) when path.startsWith("messages") -> Dialect.ANTHROPIC;
            case Unknown(String path) when path.startsWith("responses") -> Dialect.RESPONSES;
            case Models _, Model _, Passed _, Report _, Reset _, Root _, Unknown _ ->
                anthropicHeader ? Dialect.ANTHROPIC : Dialect.OPENAI_CHAT;
        };
    }
}
