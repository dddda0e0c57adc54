package dev.throughline.trace;

import java.util.OptionalInt;

/// A request's position among the conversations of its run.
///
/// @param conversation number of the exchange that began the conversation (its own number when it begins one: 0
///     until the exchange has a number)
/// @param parent number of the latest exchange whose answer the request carries
/// @param turn user turn of the conversation, from 1
/// @param step request within the turn, from 1; a tool loop consists of several
public record ConversationLink(int conversation, OptionalInt parent, int turn, int step) {
    /// A request that begins a conversation.
    public static ConversationLink start() {
        return new ConversationLink(0, OptionalInt.empty(), 1, 1);
    }
}
