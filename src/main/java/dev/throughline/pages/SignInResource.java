package dev.throughline.pages;

import dev.throughline.access.AccessControl;
import dev.throughline.access.AccessKey;
import dev.throughline.access.Caller;
import dev.throughline.access.Denial;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.PagePolicy;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/// Signs a browser in with a key, and out.
@WithPageDeadline
@Path("/")
class SignInResource {
    private static final String WRONG = "This is not a valid key. A key begins with tlk_ and is shown once, when it is"
            + " created by “throughline keys create”.";
    private static final String TOO_MANY = "Too many wrong keys from this address. Try again in a minute.";
    private static final Pattern OWN_PATH = Pattern.compile("/(?![/\\\\])[\\x21-\\x7e&&[^\\\\]]{0,2000}");

    private final AccessControl accessControl;
    private final PageFrames frames;
    private final WrongKeys wrongKeys;

    SignInResource(AccessControl accessControl, PageFrames frames, WrongKeys wrongKeys) {
        this.accessControl = accessControl;
        this.frames = frames;
        this.wrongKeys = wrongKeys;
    }

    @GET
    @Path("/sign-in")
    @Produces(PagePolicy.HTML)
    @Operation(hidden = true)
    public TemplateInstance form(@QueryParam("next") @Nullable String next, @Context HttpServerRequest request) {
        PageFrame frame = frames.of("sign-in", request);
        String message = accessControl.needsKeys() ? "" : "This service is open: no key is needed.";
        return PageTemplates.signIn(frame, target(next), message);
    }

    @POST
    @Path("/sign-in")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @Operation(hidden = true)
    public Uni<Response> signIn(
            @FormParam("key") @Nullable String key,
            @FormParam("next") @Nullable String next,
            @FormParam("token") @Nullable String token,
            @Context HttpServerRequest request) {
        FormToken.require(request, token);
        PageFrame frame = frames.of("sign-in", request);
        String address =
                request.remoteAddress() == null ? "" : request.remoteAddress().hostAddress();
        if (wrongKeys.isOver(address)) {
            return Uni.createFrom().item(refused(frame, next, 429, TOO_MANY));
        }
        String shown = key == null ? "" : key.strip();
        return Uni.createFrom()
                .<Caller>emitter(emitter -> accessControl.identify(shown, emitter::complete))
                .chain(caller -> answer(caller, next, address, frame, request));
    }

    @POST
    @Path("/sign-out")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @Operation(hidden = true)
    public Uni<Response> signOut(@FormParam("token") @Nullable String token, @Context HttpServerRequest request) {
        FormToken.require(request, token);
        return accessControl
                .endSession(request)
                .map(_ -> Response.status(303).header("location", "/sign-in").build());
    }

    private Uni<Response> answer(
            Caller caller, @Nullable String next, String address, PageFrame frame, HttpServerRequest request) {
        if (caller instanceof Caller.Holder(AccessKey key, var _)) {
            // As it was sent: what is a path to this service need not be one to java.net.URI.
            return accessControl
                    .beginSession(request, key.id())
                    .map(_ -> Response.status(303)
                            .header("location", target(next))
                            .build());
        }
        if (caller instanceof Caller.Stranger(Denial.Unread _)) {
            // The deadline says why.
            return Uni.createFrom().nothing();
        }
        wrongKeys.add(address);
        return Uni.createFrom().item(refused(frame, next, 401, WRONG));
    }

    private static Response refused(PageFrame frame, @Nullable String next, int status, String message) {
        return Response.status(status)
                .type(PagePolicy.HTML)
                .header(HttpHeaders.RETRY_AFTER, status == 429 ? 60 : null)
                .entity(PageTemplates.signIn(frame, target(next), message))
                .build();
    }

    /// A path of this service; nothing else is redirected to.
    private static String target(@Nullable String next) {
        return next != null && OWN_PATH.matcher(next).matches() ? next : "/";
    }
}
