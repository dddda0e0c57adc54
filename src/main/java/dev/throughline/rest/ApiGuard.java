package dev.throughline.rest;

import dev.throughline.access.AccessControl;
import dev.throughline.access.Caller;
import dev.throughline.access.CurrentCaller;
import dev.throughline.access.Denial;
import dev.throughline.access.DenialHeaders;
import dev.throughline.access.Limit;
import dev.throughline.access.RequestMedia;
import dev.throughline.access.Scope;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/// Guards everything except dialect endpoints: the API, pages, metrics. Reading needs the scope `read`,
/// everything else `run`; public paths only need an allowed host and no cross-origin page. A rejected
/// request gets a problem (RFC 9457).
@ApplicationScoped
public class ApiGuard {
    private static final String LIVE = "/events";
    private static final int SEE_OTHER = 303;

    private final AccessControl accessControl;
    private final ProblemResponder problems;

    ApiGuard(AccessControl accessControl, ProblemResponder problems) {
        this.accessControl = accessControl;
        this.problems = problems;
    }

    /// Lets a request pass to the next route, or responds with the reason why not.
    public void admit(RoutingContext context) {
        HttpServerRequest request = context.request();
        boolean isForm = PublicPaths.acceptsForm(request.path());
        Optional<Denial> denial =
                accessControl.refusal(request, true).or(() -> isForm ? Optional.empty() : RequestMedia.denial(request));
        if (denial.isPresent()) {
            refuse(context, denial.get());
        } else if (isOpen(request)) {
            context.next();
        } else if (isForm || isRead(request)) {
            accessControl.identifyBrowser(request, caller -> admit(context, caller));
        } else {
            accessControl.identify(request, caller -> admit(context, caller));
        }
    }

    private static boolean isOpen(HttpServerRequest request) {
        return isRead(request) && PublicPaths.contains(request.path())
                || request.path().equals(PublicPaths.SIGN_IN);
    }

    /// Whether a browser opens the first page; any other client at this address gets JSON.
    public static boolean isHome(HttpServerRequest request) {
        return HtmlRequest.isHome(request);
    }

    /// Whether a browser asks for a page.
    public static boolean isForPage(HttpServerRequest request) {
        return HtmlRequest.isOne(request);
    }

    /// Answers a browser that there is no such page.
    public void noPage(RoutingContext context) {
        problems.page(Problem.of(ProblemType.NOT_FOUND, "There is no page at this address."), context);
    }

    private void admit(RoutingContext context, Caller caller) {
        HttpServerRequest request = context.request();
        Optional<Denial> denial = caller.needs(isRead(request) ? Scope.READ : Scope.RUN)
                .or(caller::spendRequest)
                .or(() -> tooLarge(request, caller))
                .or(() -> stream(context, caller));
        if (denial.isPresent()) {
            refuse(context, denial.get());
        } else {
            CurrentCaller.put(context, caller);
            // A response for one key must not be cached for another.
            caller.id().ifPresent(_ -> context.response().putHeader("cache-control", "no-store"));
            context.next();
        }
    }

    private static boolean isRead(HttpServerRequest request) {
        return request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    }

    // A body without an announced length is cut off by the server's own limit.
    private static Optional<Denial> tooLarge(HttpServerRequest request, Caller caller) {
        OptionalLong most = caller.most(Limit.BODY_BYTES);
        String length = request.getHeader("content-length");
        return most.isPresent() && length != null && isOver(length.strip(), most.getAsLong())
                ? Optional.of(new Denial.TooLarge(most.getAsLong()))
                : Optional.empty();
    }

    private static boolean isOver(String length, long most) {
        try {
            return Long.parseLong(length) > most;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private static Optional<Denial> stream(RoutingContext context, Caller caller) {
        if (!context.request().path().endsWith(LIVE)) {
            return Optional.empty();
        }
        Optional<Denial> denial = caller.beginStream();
        if (denial.isEmpty()) {
            LiveStream.watch(context, caller);
        }
        return denial;
    }

    private void refuse(RoutingContext context, Denial denial) {
        HttpServerResponse response = context.response();
        DenialHeaders.put(denial, response);
        if (denial instanceof Denial.Unknown && HtmlRequest.isOne(context.request())) {
            response.setStatusCode(SEE_OTHER)
                    .putHeader("location", HtmlRequest.signIn(context.request()))
                    .end();
            return;
        }
        if (HtmlRequest.isOne(context.request())) {
            problems.page(Problem.of(type(denial), denial.message()), context);
            return;
        }
        problems.json(Problem.of(type(denial), denial.message()), context);
    }

    private static ProblemType type(Denial denial) {
        return switch (denial) {
            case Denial.Unknown _ -> ProblemType.KEY_NEEDED;
            case Denial.Unread _ -> ProblemType.UNAVAILABLE;
            case Denial.Forbidden _ -> ProblemType.FORBIDDEN;
            case Denial.Limited _ -> ProblemType.LIMIT_REACHED;
            case Denial.TooLarge _ -> ProblemType.TOO_LARGE;
            case Denial.Malformed _ -> ProblemType.BAD_REQUEST;
            case Denial.Misdirected _ -> ProblemType.MISDIRECTED;
            case Denial.CrossOrigin _ -> ProblemType.CROSS_ORIGIN;
            case Denial.WrongMedia _ -> ProblemType.UNSUPPORTED_MEDIA_TYPE;
        };
    }

    /// A stream of live events that counts for its caller until it is over: until its response ends, or its
    /// connection closes. A response whose last write met a closed connection never ends.
    static final class LiveStream implements ChannelFutureListener {
        private final Channel channel;
        private final Caller caller;
        private final AtomicBoolean isOver = new AtomicBoolean();

        private LiveStream(Channel channel, Caller caller) {
            this.channel = channel;
            this.caller = caller;
        }

        /// @param caller whose stream has begun
        static void watch(RoutingContext context, Caller caller) {
            Channel channel = ((ConnectionBase) context.request().connection()).channel();
            var stream = new LiveStream(channel, caller);
            context.addEndHandler(_ -> stream.end());
            channel.closeFuture().addListener(stream);
        }

        @Override
        public void operationComplete(ChannelFuture closed) {
            end();
        }

        private void end() {
            if (isOver.compareAndSet(false, true)) {
                channel.closeFuture().removeListener(this);
                caller.endStream();
            }
        }
    }
}
