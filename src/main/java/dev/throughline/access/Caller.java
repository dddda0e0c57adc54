package dev.throughline.access;

import java.util.Optional;
import java.util.OptionalLong;

/// Who asks, and what they may do. The limits of a `Holder` are used up by asking for them.
public sealed interface Caller {

    /// Access is open: whoever asks may do everything.
    record Anyone() implements Caller {}

    /// Keys are needed and none that is valid was shown.
    /// @param denial what to answer where a key is needed
    record Stranger(Denial denial) implements Caller {}

    /// Showed a valid key.
    record Holder(AccessKey key, KeyUsage allowance) implements Caller {}

    /// Why this caller may not do something of a scope; empty when it may.
    default Optional<Denial> needs(Scope scope) {
        return switch (this) {
            case Anyone _ -> Optional.empty();
            case Stranger(Denial denial) -> Optional.of(denial);
            case Holder(AccessKey key, KeyUsage _) ->
                key.scope().covers(scope) ? Optional.empty() : Optional.of(Denial.Forbidden.scope(key, scope));
        };
    }

    /// Whether what a key opened is this caller's to change, published or not.
    /// @param owner the key that opened it; empty when access was open
    default boolean owns(Optional<KeyId> owner) {
        return switch (this) {
            case Anyone _ -> true;
            case Stranger _ -> false;
            case Holder(AccessKey key, KeyUsage _) ->
                key.scope() == Scope.ADMIN || owner.filter(key.id()::equals).isPresent();
        };
    }

    /// Whether what a key opened is shown to this caller.
    default boolean sees(Optional<KeyId> owner, boolean isPublished) {
        return owns(owner) || isPublished && !(this instanceof Stranger);
    }

    /// The only key whose unpublished runs are shown; empty when all are.
    default Optional<KeyId> seesOnly() {
        return switch (this) {
            case Anyone _ -> Optional.empty();
            case Stranger _ -> throw new IllegalStateException("unauthenticated callers are refused earlier");
            case Holder(AccessKey key, KeyUsage _) ->
                key.scope() == Scope.ADMIN ? Optional.empty() : Optional.of(key.id());
        };
    }

    /// The key that what this caller opens belongs to.
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

    /// Begins a stream; `endStream` ends it unless it was denied.
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

    /// The most of something that this caller may use; empty when nothing of ours limits it.
    default OptionalLong most(Limit limit) {
        return this instanceof Holder(AccessKey _, KeyUsage keyUsage)
                ? OptionalLong.of(keyUsage.most(limit))
                : OptionalLong.empty();
    }
}
