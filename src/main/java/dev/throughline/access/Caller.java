package dev.throughline.access;

import java.util.Optional;
import java.util.OptionalLong;

/// The caller of a request and its permissions. Permission checks of a `Holder` consume its limits.
public sealed interface Caller {
    /// Access is open: every caller has full access.
    record Anyone() implements Caller {}

    /// Keys are required and no valid one was sent.
    /// @param denial the response where a key is required
    record Stranger(Denial denial) implements Caller {}

    /// Sent a valid key.
    record Holder(AccessKey key, KeyUsage allowance) implements Caller {}

    /// Why this caller lacks the permission of a scope; empty if it has it.
    default Optional<Denial> needs(Scope scope) {
        return switch (this) {
            case Anyone _ -> Optional.empty();
            case Stranger(Denial denial) -> Optional.of(denial);
            case Holder(AccessKey key, KeyUsage _) ->
                key.scope().covers(scope) ? Optional.empty() : Optional.of(Denial.Forbidden.scope(key, scope));
        };
    }

    /// Whether this caller may change what a key opened, published or not.
    /// @param owner the key that opened it; empty if access was open
    default boolean owns(Optional<KeyId> owner) {
        return switch (this) {
            case Anyone _ -> true;
            case Stranger _ -> false;
            case Holder(AccessKey key, KeyUsage _) ->
                key.scope() == Scope.ADMIN || owner.filter(key.id()::equals).isPresent();
        };
    }

    /// Whether this caller may see what a key opened.
    default boolean sees(Optional<KeyId> owner, boolean isPublished) {
        return owns(owner) || isPublished && !(this instanceof Stranger);
    }

    /// The only key whose unpublished runs are visible; empty if all are.
    default Optional<KeyId> seesOnly() {
        return switch (this) {
            case Anyone _ -> Optional.empty();
            case Stranger _ -> throw new IllegalStateException("unauthenticated callers are refused earlier");
            case Holder(AccessKey key, KeyUsage _) ->
                key.scope() == Scope.ADMIN ? Optional.empty() : Optional.of(key.id());
        };
    }

    /// The owner of what this caller opens.
    default Optional<KeyId> id() {
        return switch (this) {
            case Anyone _, Stranger _ -> Optional.empty();
            case Holder(AccessKey key, KeyUsage _) -> Optional.of(key.id());
        };
    }

    /// Counts a request.
    default Optional<Denial> spendRequest() {
        return switch (this) {
            case Anyone _, Stranger _ -> Optional.empty();
            case Holder(AccessKey _, KeyUsage keyUsage) -> keyUsage.spendRequest();
        };
    }

    /// Begins a stream; call `endStream` when it ends unless it was denied.
    default Optional<Denial> beginStream() {
        return switch (this) {
            case Anyone _, Stranger _ -> Optional.empty();
            case Holder(AccessKey _, KeyUsage keyUsage) -> keyUsage.beginStream();
        };
    }

    default void endStream() {
        if (this instanceof Holder(AccessKey _, KeyUsage keyUsage)) {
            keyUsage.endStream();
        }
    }

    /// The maximum that this caller may use; empty if it is not limited by us.
    default OptionalLong most(Limit limit) {
        return this instanceof Holder(AccessKey _, KeyUsage keyUsage)
                ? OptionalLong.of(keyUsage.most(limit))
                : OptionalLong.empty();
    }
}
