package dev.throughline.wire.translation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.wire.PdfFile;
import java.util.ArrayList;
import java.util.List;

/// Replaces the PDFs in a request by notes for the model, for a backend that does not accept files.
public final class PdfNotes {
    private PdfNotes() {}

    /// JSON pointers of the PDFs whose bytes are in the request, in its order.
    public static List<String> pointers(Conversation request) {
        List<String> pointers = new ArrayList<>();
        for (Message message : request.messages()) {
            for (Part part : message.parts()) {
                if (part instanceof Part.Other(String path, JsonNode value)
                        && PdfFile.of(value).isPresent()) {
                    pointers.add(path);
                }
            }
        }
        return pointers;
    }

    /// The request with a note instead of each PDF, in its messages and in its body. Parts of the body without
    /// a PDF are those of the request.
    public static Conversation of(Conversation request) {
        ObjectNode body = request.body().objectNode();
        body.setAll(request.body());
        pointers(request).forEach(pointer -> replace(body, request, pointer));
        return FileTextReplacement.replaced(request, value -> PdfFile.of(value).map(PdfNotes::note))
                .withBody(body);
    }

    static String note(PdfFile file) {
        String name = file.name().isBlank() ? "" : file.name().replaceAll("\\s+", " ") + ": ";
        return "[" + name + "a PDF, which this model cannot read; extract its text with a tool]";
    }

    /// @param body a copy of the request's, which has the arrays in common that were not copied yet
    private static void replace(ObjectNode body, Conversation request, String pointer) {
        String[] tokens = pointer.split("/", 4);
        int last = pointer.lastIndexOf('/');
        if (!(request.body().path(tokens[1]) instanceof ArrayNode sent)) {
            return;
        }
        if (body.get(tokens[1]) == sent) {
            body.set(tokens[1], sent.arrayNode(sent.size()).addAll(sent));
        }
        int element = Integer.parseInt(tokens[2]);
        var elements = (ArrayNode) body.get(tokens[1]);
        if (elements.get(element) == sent.get(element)) {
            elements.set(element, sent.get(element).<JsonNode>deepCopy());
        }
        if (body.at(pointer.substring(0, last)) instanceof ArrayNode parts) {
            int index = Integer.parseInt(pointer.substring(last + 1));
            JsonNode file = parts.path(index);
            PdfFile.of(file).ifPresent(pdf -> parts.set(index, part(request.dialect(), note(pdf), file)));
        }
    }

    private static ObjectNode part(Dialect dialect, String note, JsonNode file) {
        ObjectNode part = JsonNodeFactory.instance.objectNode();
        part.put("type", dialect == Dialect.RESPONSES ? "input_text" : "text").put("text", note);
        if (file.has("cache_control")) {
            part.set("cache_control", file.path("cache_control"));
        }
        return part;
    }
}
