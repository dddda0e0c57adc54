package dev.throughline.conversation;

import java.util.List;

/// The beginning of a history that an earlier request had as well, decoded.
///
/// @param elements elements of the history's array that the messages were decoded from
/// @param messages of these elements, as they were decoded from the earlier request
/// @param texts how many messages the earlier request had before them that are not in the array (system texts)
public record KnownHistory(int elements, List<Message> messages, int texts) {
    /// Nothing is known.
    public static final KnownHistory NONE = new KnownHistory(0, List.of(), 0);

    public KnownHistory {
        messages = List.copyOf(messages);
    }

    /// The part of a request that it shares with an earlier one, but for the last message, since more elements might
    /// belong to it. @param earlier the earlier request
    /// @param field name of the array with its history
    /// @param shared how many elements both arrays begin with
    public static KnownHistory of(Conversation earlier, String field, int shared) {
        List<Message> all = earlier.messages();
        String array = "/" + field + "/";
        int begin = 0;
        while (begin < all.size() && element(all.get(begin), array) < 0) {
            begin++;
        }
        int end = all.size();
        while (end > begin && element(all.get(end - 1), array) >= shared) {
            end--;
        }
        int last = end > begin ? element(all.get(end - 1), array) : 0;
        while (end > begin && element(all.get(end - 1), array) == last) {
            end--;
        }
        return new KnownHistory(last, all.subList(begin, end), begin);
    }

    /// Index of a message's first element in the array, -1 for a text outside of it.
    private static int element(Message message, String array) {
        String path = message.path();
        return path.startsWith(array) ? Integer.parseInt(path, array.length(), path.length(), 10) : -1;
    }

    /// The number of leading messages that are at the same places in the earlier request and in one decoded with this,
    /// texts outside of the array included. The texts themselves may differ.
    public int inPlace(Conversation request) {
        boolean isInPlace = !messages.isEmpty()
                && request.messages().size() > texts
                && request.messages().get(texts) == messages.getFirst();
        return isInPlace ? texts + messages.size() : 0;
    }
}
