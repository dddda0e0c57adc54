package dev.throughline.run.api;

import jakarta.ws.rs.NameBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks a resource whose run must be there before it is called. Needed for server-sent events: Quarkus REST sends
/// their headers before the first event, so a failure of the stream itself comes too late to be a problem.
@NameBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@interface RequiresKnownRun {}
