package dev.throughline.run.api;

import jakarta.ws.rs.NameBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks a resource whose run must exist before it is called. Needed for server-sent events: Quarkus REST sends their
/// headers before the first event, too early for a failure of the stream to become a problem response.
@NameBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@interface RequiresKnownRun {}
