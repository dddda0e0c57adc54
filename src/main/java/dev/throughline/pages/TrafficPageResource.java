package dev.throughline.pages;

import dev.throughline.access.CurrentCaller;
import dev.throughline.access.KeyId;
import dev.throughline.rest.NumberBetween;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.PagePolicy;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;

/// How much reasoning live clients keep, by client and day.
@WithPageDeadline
@Path("/traffic")
class TrafficPageResource {
    private final TrafficContentFactory contents;
    private final PageFrames frames;
    private final CurrentCaller currentCaller;

    TrafficPageResource(TrafficContentFactory contents, PageFrames frames, CurrentCaller currentCaller) {
        this.contents = contents;
        this.frames = frames;
        this.currentCaller = currentCaller;
    }

    @GET
    @Produces(PagePolicy.HTML)
    @Operation(hidden = true)
    public Uni<TemplateInstance> traffic(
            @QueryParam("from") @DefaultValue("0") @NumberBetween(min = 0, max = 1_000_000) int from,
            @Context HttpServerRequest request) {
        PageFrame frame = frames.of("traffic", request);
        Optional<KeyId> seesOnly = currentCaller.current().seesOnly();
        return contents.of(LocalDate.now(ZoneOffset.UTC), seesOnly, from)
                .map(content -> TrafficPageTemplates.overview(frame, content));
    }

    /// The page of live traffic. A name that the template uses and its records lack fails the build.
    @CheckedTemplate(basePath = "pages/traffic", defaultName = CheckedTemplate.HYPHENATED_ELEMENT_NAME)
    static final class TrafficPageTemplates {
        private TrafficPageTemplates() {}

        static native TemplateInstance overview(PageFrame frame, TrafficContent traffic);
    }
}
