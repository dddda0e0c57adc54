package dev.throughline.pages;

import dev.throughline.access.AccessKey;
import dev.throughline.access.Caller;
import dev.throughline.access.CurrentCaller;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.PageLinks;
import dev.throughline.rest.PagePolicy;
import io.vertx.core.http.HttpServerRequest;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// Makes what surrounds a page, and sets its headers. Call before the first asynchronous step.
@ApplicationScoped
public class PageFrames {
    private final CurrentCaller currentCaller;
    private final String version;

    PageFrames(CurrentCaller currentCaller, @ConfigProperty(name = "quarkus.application.version") String version) {
        this.currentCaller = currentCaller;
        this.version = version;
    }

    public PageFrame of(String section, HttpServerRequest request) {
        PagePolicy.put(request.response());
        String caller = currentCaller.current() instanceof Caller.Holder(var key, var _) ? label(key) : "";
        return new PageFrame(
                section, version, caller, FormToken.of(request), PageLinks.of(request.getHeader(PageLinks.HEADER)));
    }

    /// Never empty: whoever is signed in can sign out.
    private static String label(AccessKey key) {
        return key.name().isEmpty() ? key.id().value() : key.name();
    }
}
