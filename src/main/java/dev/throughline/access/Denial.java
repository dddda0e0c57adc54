package dev.throughline.access;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Why a request is denied.
public sealed interface Denial {
    /// The expectation and the finding; safe to show.
    String message();

    /// No key, or no valid one.
    record Unknown(String message) implements Denial {
        static final Unknown NO_KEY = new Unknown("A key is required: send one as Authorization: Bearer, x-api-key or"
                + " x-throughline-key. The operator creates one with: throughline keys create --scope run");
        static final Unknown NO_SUCH_KEY =
                new Unknown("The key is unknown: it is mistyped, revoked, or belongs to another service.");
        static final Unknown OWNER_REVOKED = new Unknown("The key that opened this run was revoked.");
    }

    /// An unknown key that may have been created since the keys were read, which the database does not say.
    record Unread(String message) implements Denial {
        static final Unread KEYS = new Unread("The database does not answer whether this key is valid. Retry;"
                + " keys and sessions that were used before still work.");
    }

    /// A valid key that lacks the permission.
    record Forbidden(String message) implements Denial {
        public static final Forbidden NOT_OWNER = new Forbidden(
                "The run is published: other keys may read it, but only the key that opened it may use it.");

        static Forbidden scope(AccessKey key, Scope needed) {
            return new Forbidden("The key " + key.id() + " has the scope "
                    + key.scope().label() + "; this requires " + needed.label() + ".");
        }
    }

    /// The key has exhausted one of our limits.
    record Limited(Limit limit, long most, Duration retryAfter) implements Denial {
        @Override
        public String message() {
            return "This limit is Throughline's own, not a model provider's: the key has " + most + " " + limit.words()
                    + ". Try again in " + Math.max(1, retryAfter.toSeconds()) + " s.";
        }
    }

    /// The request's target is malformed.
    record Malformed(String message) implements Denial {
        static final Malformed HOST = new Malformed("Expected exactly one Host header with a host.");
    }

    /// The request is for another host.
    record Misdirected(String message) implements Denial {
        static final Misdirected HOST =
                new Misdirected("The Host header names a host that is not this service; expected localhost,"
                        + " an address in 127.0.0.0/8, [::1] or a name listed in throughline.access.hosts.");
    }

    /// Sent by a browser on behalf of a page of another origin.
    record CrossOrigin(String message) implements Denial {
        static final CrossOrigin REFUSED = new CrossOrigin("A page of another origin sent this request (Origin or"
                + " Sec-Fetch-Site). To allow an origin, add it to throughline.access.origins.");
    }

    /// The body is not JSON.
    record WrongMedia(String message) implements Denial {
        private static final int LONGEST = 100;

        /// @param found the content type as received; null for none
        static WrongMedia of(@Nullable String found) {
            return new WrongMedia("A body of type application/json was expected, found "
                    + (found == null ? "none" : found.substring(0, Math.min(found.length(), LONGEST))) + ".");
        }
    }

    /// The body is larger than the key allows.
    record TooLarge(long most) implements Denial {
        @Override
        public String message() {
            return "The request body is larger than " + most + " bytes, the limit of this key.";
        }
    }
}
