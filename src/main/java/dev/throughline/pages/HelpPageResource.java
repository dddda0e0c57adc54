package dev.throughline.pages;

import dev.throughline.export.DocumentationFile;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.PagePolicy;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import io.quarkus.qute.RawString;
import io.quarkus.qute.TemplateInstance;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.eclipse.microprofile.openapi.annotations.Operation;

/// The bundled documentation as pages. Links between its files lead to pages, headings have the ids that the forge
/// gives them.
@Path("/help")
class HelpPageResource {
    private static final String ROOT = "/help/";
    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    // Markdown has a header above every column; an empty one is read out as a header without a name.
    private static final Pattern EMPTY_HEADER = Pattern.compile("<th( [^>]*)?></th>");

    private final PageFrames frames;
    private final Map<String, HelpContent> pages = new ConcurrentHashMap<>();

    HelpPageResource(PageFrames frames) {
        this.frames = frames;
    }

    @GET
    @Produces(PagePolicy.HTML)
    @Operation(hidden = true)
    public TemplateInstance index(@Context HttpServerRequest request) {
        return page(DocumentationFile.INDEX, request);
    }

    @GET
    @Path("{page: .+}")
    @Produces(PagePolicy.HTML)
    @Operation(hidden = true)
    public TemplateInstance page(@PathParam("page") String name, @Context HttpServerRequest request) {
        PageFrame frame = frames.of("help", request);
        HelpContent content = Optional.ofNullable(pages.get(name))
                .or(() -> DocumentationFile.text(name).map(text -> content(name, text)))
                .orElseThrow(() -> Problem.of(
                                ProblemType.NOT_FOUND, "There is no such page of the documentation; /help lists them.")
                        .exception());
        pages.put(name, content);
        return PageTemplates.help(frame, content);
    }

    private static HelpContent content(String name, String markdown) {
        Node document = PARSER.parse(markdown);
        String html = HtmlRenderer.builder()
                .extensions(List.of(TablesExtension.create()))
                .escapeHtml(true)
                .sanitizeUrls(true)
                .attributeProviderFactory(_ -> (node, tag, attributes) -> attributes(name, node, tag, attributes))
                .build()
                .render(document);
        return new HelpContent(
                text(document.getFirstChild()),
                new RawString(EMPTY_HEADER.matcher(html).replaceAll("<td$1></td>")));
    }

    private static void attributes(String page, Node node, String tag, Map<String, String> attributes) {
        if (node instanceof Heading) {
            attributes.put("id", id(text(node)));
        } else if (node instanceof Link link) {
            attributes.put("href", address(page, link.getDestination()));
        } else if (node instanceof TableBlock || tag.equals("pre")) {
            // It scrolls by itself where it is too wide.
            attributes.put("tabindex", "0");
        }
    }

    /// For a file that is not a page, the address is the page itself.
    private static String address(String page, String link) {
        URI found = URI.create(ROOT + page).resolve(link);
        if (found.isAbsolute() || link.startsWith("#")) {
            return link;
        }
        String path = found.getPath();
        String target = path.startsWith(ROOT) ? path.replaceFirst("\\.md$", "") : ROOT + page;
        return target + (found.getRawFragment() == null ? "" : "#" + found.getRawFragment());
    }

    /// As GitHub makes it.
    private static String id(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static String text(Node node) {
        var text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text words) {
                text.append(words.getLiteral());
            }

            @Override
            public void visit(Code code) {
                text.append(code.getLiteral());
            }
        });
        return text.toString();
    }
}
