package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ServiceClient;
import dev.throughline.text.Json;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// The changes of the matrix as feeds. Their links are relative to the feed, so that a site needs no address.
public final class SiteFeeds {
    private static final String TITLE = "Throughline: changes of the compatibility matrix";
    private static final String ID = "urn:uuid:0b5f7a52-6e0e-4b44-9d3f-6f6b5c1f4a18";
    private static final String ATOM = "http://www.w3.org/2005/Atom";

    private SiteFeeds() {}

    /// Writes the changes of clients that a service has: a JSON feed to a file whose name ends in `.json`, else an
    /// Atom feed.
    public static void write(Path file, ServiceClient service, List<String> clients) {
        SiteSource source = SiteSource.of(service);
        List<JsonNode> cells = clients.stream()
                .flatMap(client -> source.cells(Optional.of(client)).stream())
                .toList();
        List<SiteChange> changes =
                SiteChange.newestFirst(clients.stream().map(client -> source.ranges("client", client)), cells);
        try {
            Files.writeString(file, file.toString().endsWith(".json") ? json(changes) : atom(changes));
        } catch (IOException e) {
            throw new HarnessException("the feed could not be written to " + file + ": " + e.getMessage());
        }
    }

    /// Source of the shape: jsonfeed.org, version 1.1.
    static String json(List<SiteChange> changes) {
        ObjectNode feed = Json.TREES.createObjectNode();
        feed.put("version", "https://jsonfeed.org/version/1.1").put("title", TITLE);
        feed.put("home_page_url", "index.html").put("feed_url", "changes.json");
        ArrayNode items = feed.putArray("items");
        changes.forEach(change -> items.addObject()
                .put("id", change.id())
                .put("url", change.page())
                .put("title", change.title())
                .put("content_text", change.text())
                .put("date_published", change.when().toString()));
        return feed.toPrettyString();
    }

    /// Source of the shape: RFC 4287.
    static String atom(List<SiteChange> changes) {
        var text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("feed");
            xml.writeDefaultNamespace(ATOM);
            head(xml, TITLE, ID, newest(changes));
            link(xml, "self", "changes.atom");
            link(xml, "alternate", "index.html");
            xml.writeStartElement("author");
            element(xml, "name", "Throughline");
            xml.writeEndElement();
            for (SiteChange change : changes) {
                xml.writeStartElement("entry");
                head(xml, change.title(), change.id(), change.when());
                link(xml, "alternate", change.page());
                element(xml, "summary", change.text());
                xml.writeEndElement();
            }
            xml.writeEndDocument();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a text cannot be written to", e);
        }
        return text.toString();
    }

    private static Instant newest(List<SiteChange> changes) {
        return changes.stream().map(SiteChange::when).max(Instant::compareTo).orElse(Instant.EPOCH);
    }

    private static void head(XMLStreamWriter xml, String title, String id, Instant updated) throws XMLStreamException {
        element(xml, "title", title);
        element(xml, "id", id);
        element(xml, "updated", updated.toString());
    }

    private static void link(XMLStreamWriter xml, String relation, String address) throws XMLStreamException {
        xml.writeEmptyElement("link");
        xml.writeAttribute("rel", relation);
        xml.writeAttribute("href", address);
    }

    // XML 1.0 has no place for most control characters.
    private static void element(XMLStreamWriter xml, String name, String text) throws XMLStreamException {
        xml.writeStartElement(name);
        xml.writeCharacters(text.replaceAll("[^\\t\\n\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "\uFFFD"));
        xml.writeEndElement();
    }
}
