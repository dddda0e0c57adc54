package dev.throughline.access;

import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/// The caller of the current API request. Use before the first asynchronous step.
@ApplicationScoped
public class CurrentCaller {
    private static final String KEY = Caller.class.getName();

    private final CurrentVertxRequest request;
    private final AccessControl accessControl;

    CurrentCaller(CurrentVertxRequest request, AccessControl accessControl) {
        this.request = request;
        this.accessControl = accessControl;
    }

    /// The caller admitted by the API guard; an unknown caller where the guard was not called.
    public Caller current() {
        return Optional.ofNullable(request.getCurrent())
                .map(context -> context.<Caller>get(KEY))
                .orElseGet(accessControl::unidentified);
    }

    /// The network that the current API request came from.
    public String network() {
        return Optional.ofNullable(request.getCurrent())
                .map(context -> ClientNetwork.of(context.request()))
                .orElse("");
    }

    /// Sets the caller admitted by the API guard.
    public static Optional<Caller> of(RoutingContext context) {
        return Optional.ofNullable(context.<Caller>get(KEY));
    }

    public static void put(RoutingContext context, Caller caller) {
        context.put(KEY, caller);
    }
}
