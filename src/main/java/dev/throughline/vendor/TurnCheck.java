package dev.throughline.vendor;

import dev.throughline.conversation.EffortInForce;
import dev.throughline.vendor.IssuedThoughts.Origin;
import dev.throughline.vendor.IssuedThoughts.Thought;
import dev.throughline.vendor.Rule.Check.OfTurns;
import dev.throughline.vendor.VendorTurns.Piece;
import dev.throughline.vendor.VendorTurns.Speaker;
import dev.throughline.vendor.VendorTurns.Turn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Rules about the turns of a conversation, by their names in the rule book.
enum TurnCheck {
    /// The answer of an open tool loop begins with its thought.
    OPEN_LOOP_THOUGHT {
        @Override
        List<Fault> faults(Input input) {
            List<Turn> turns = input.turns();
            int last = turns.size() - 1;
            while (last >= 0 && turns.get(last).speaker() == Speaker.RESULTS) {
                last--;
            }
            boolean isOpen =
                    last >= 0 && last < turns.size() - 1 && turns.get(last).speaker() == Speaker.ASSISTANT;
            if (!isOpen || turns.get(last).pieces().isEmpty()) {
                return List.of();
            }
            Piece first = turns.get(last).pieces().getFirst();
            return first instanceof Piece.Thought ? List.of() : List.of(new Fault(first.pointer(), ""));
        }
    },
    /// The thoughts of the latest answer are as they were issued: same text, same neighbour.
    LATEST_AS_ISSUED {
        @Override
        List<Fault> faults(Input input) {
            for (Turn turn : input.turns().reversed()) {
                if (turn.speaker() == Speaker.ASSISTANT) {
                    return changed(input, turn.pieces());
                }
            }
            return List.of();
        }

        private List<Fault> changed(Input input, List<Piece> pieces) {
            List<Fault> faults = new ArrayList<>();
            for (int i = 0; i < pieces.size(); i++) {
                if (pieces.get(i) instanceof Piece.Thought thought
                        && input.issued().of(thought.proof()) instanceof Origin.Known(Thought known)) {
                    String next = i + 1 < pieces.size() ? neighbour(pieces.get(i + 1)) : "";
                    boolean isSame = known.text().equals(thought.text())
                            && known.neighbour().equals(next);
                    if (!isSame) {
                        faults.add(new Fault(thought.pointer(), ""));
                    }
                }
            }
            return faults;
        }
    },
    /// A proof was issued by this vendor, where its scope says.
    THOUGHTS_OWN {
        @Override
        List<Fault> faults(Input input) {
            return input.thoughts(thought -> !thought.proof().isEmpty()
                    && !input.rule().except().contains(thought.proof())
                    && switch (input.issued().of(thought.proof())) {
                        case Origin.Known(Thought known) -> !input.isOwn(known);
                        case Origin.Foreign _ -> true;
                        case Origin.Unknown _ -> false;
                    });
        }
    },
    /// A proof comes in the form in which it was issued.
    THOUGHTS_IN_FORM {
        @Override
        List<Fault> faults(Input input) {
            return input.thoughts(
                    thought -> input.known(thought, known -> !known.form().equals(thought.form())));
        }
    },
    /// A sealed thought comes under its own id, or none.
    THOUGHTS_BY_ID {
        @Override
        List<Fault> faults(Input input) {
            return input.thoughts(thought -> !thought.id().isEmpty()
                    && input.known(
                            thought, known -> input.isOwn(known) && !known.id().equals(thought.id())));
        }
    },
    /// A thought was written by a model that this one reads.
    THOUGHTS_OF_MODEL {
        @Override
        List<Fault> faults(Input input) {
            return input.thoughts(
                    thought -> input.known(thought, known -> input.isOwn(known) && !input.isRead(known.model())));
        }
    },
    /// Checks that the turns before a thought equal those when it was issued.
    THOUGHTS_AFTER_PREFIX {
        @Override
        List<Fault> faults(Input input) {
            List<Fault> faults = new ArrayList<>();
            for (Turn turn : input.turns()) {
                turn.pieces().stream()
                        .filter(piece -> piece instanceof Piece.Thought thought
                                && input.known(thought, known -> isOther(known.prefix(), input, turn)))
                        .forEach(piece -> faults.add(new Fault(piece.pointer(), "")));
            }
            return faults;
        }

        private boolean isOther(String prefix, Input input, Turn turn) {
            return !prefix.isEmpty()
                    && !prefix.equals(PrefixHash.of(input.request().body(), turn.index()));
        }
    },
    /// A thought with an id is followed by output of its turn.
    THOUGHT_FOLLOWED {
        @Override
        List<Fault> faults(Input input) {
            List<Fault> faults = new ArrayList<>();
            for (Turn turn : input.turns()) {
                if (!turn.pieces().isEmpty()
                        && turn.pieces().getLast() instanceof Piece.Thought thought
                        && !thought.id().isEmpty()) {
                    faults.add(new Fault(thought.pointer(), thought.id()));
                }
            }
            return faults;
        }
    },
    /// An item with its id comes with the thought that produced it.
    ITEM_WITH_THOUGHT {
        @Override
        List<Fault> faults(Input input) {
            List<Fault> faults = new ArrayList<>();
            for (Turn turn : input.turns()) {
                boolean hasThought = turn.pieces().stream().anyMatch(Piece.Thought.class::isInstance);
                if (turn.speaker() == Speaker.ASSISTANT && !hasThought) {
                    faults.addAll(items(turn.pieces(), id -> input.issued().of(id) instanceof Origin.Known));
                }
            }
            return faults;
        }
    },
    /// An answer with calls has a thought.
    CALLS_WITH_THOUGHT {
        @Override
        List<Fault> faults(Input input) {
            List<Fault> faults = new ArrayList<>();
            for (Turn turn : input.turns()) {
                boolean hasCall = turn.pieces().stream().anyMatch(Piece.Call.class::isInstance);
                boolean hasThought = turn.pieces().stream()
                        .anyMatch(piece -> piece instanceof Piece.Thought thought
                                && !thought.text().isEmpty());
                if (hasCall && !hasThought) {
                    faults.add(new Fault(turn.pointer(), ""));
                }
            }
            return faults;
        }
    },
    /// Every call is answered, in any later turn.
    CALLS_ANSWERED {
        @Override
        List<Fault> faults(Input input) {
            return unanswered(input.pieces(), input.pieces());
        }
    },
    /// Every call is answered in the very next turn.
    CALLS_ANSWERED_NEXT {
        @Override
        List<Fault> faults(Input input) {
            List<Fault> faults = new ArrayList<>();
            for (int i = 0; i < input.turns().size(); i++) {
                List<Piece> next =
                        i + 1 < input.turns().size() ? input.turns().get(i + 1).pieces() : List.of();
                faults.addAll(unanswered(input.turns().get(i).pieces(), next));
            }
            return faults;
        }
    },
    /// Every result answers a call before it.
    RESULTS_CALLED {
        @Override
        List<Fault> faults(Input input) {
            Set<String> called = new HashSet<>();
            List<Fault> faults = new ArrayList<>();
            input.pieces().forEach(piece -> {
                if (piece instanceof Piece.Call call) {
                    called.add(call.id());
                } else if (piece instanceof Piece.Result result && !called.contains(result.id())) {
                    faults.add(new Fault(result.pointer(), result.id()));
                }
            });
            return faults;
        }
    },
    /// No item has the id of another one.
    IDS_UNIQUE {
        @Override
        List<Fault> faults(Input input) {
            Set<String> ids = new HashSet<>();
            return items(input.pieces(), id -> !ids.add(id));
        }
    },
    /// The id of an item was issued where the request goes to.
    IDS_OWN {
        @Override
        List<Fault> faults(Input input) {
            return items(
                    input.pieces(),
                    id -> input.issued().of(id) instanceof Origin.Known(Thought known) && !input.isOwn(known));
        }
    },
    /// A system message within the conversation follows a user's, and is last or followed by an answer. One that has
    /// settings alone may be anywhere.
    SYSTEM_PLACED {
        @Override
        List<Fault> faults(Input input) {
            List<Fault> faults = new ArrayList<>();
            List<Turn> turns = input.turns().stream()
                    .filter(turn ->
                            !EffortInForce.isAlone(input.request().body().at(turn.pointer())))
                    .toList();
            for (int i = 0; i < turns.size(); i++) {
                if (turns.get(i).speaker() == Speaker.SYSTEM) {
                    Speaker before = i == 0 ? Speaker.SYSTEM : turns.get(i - 1).speaker();
                    boolean isFollowed =
                            i == turns.size() - 1 || turns.get(i + 1).speaker() == Speaker.ASSISTANT;
                    if (before == Speaker.SYSTEM || before == Speaker.ASSISTANT || !isFollowed) {
                        faults.add(new Fault(turns.get(i).pointer(), ""));
                    }
                }
            }
            return faults;
        }
    };

    /// @param pointer of the element
    /// @param value the id at fault; empty for none
    record Fault(String pointer, String value) {}

    /// The part of a request that a check examines.
    record Input(VendorRequest request, Profile profile, OfTurns rule, List<Turn> turns, IssuedThoughts issued) {
        List<Piece> pieces() {
            return turns.stream().flatMap(turn -> turn.pieces().stream()).toList();
        }

        List<Fault> thoughts(Predicate<Piece.Thought> isAtFault) {
            List<Fault> faults = new ArrayList<>();
            for (Piece piece : pieces()) {
                if (piece instanceof Piece.Thought thought
                        && (rule.thoughts().isEmpty() || rule.thoughts().contains(thought.form()))
                        && isAtFault.test(thought)) {
                    faults.add(new Fault(thought.pointer(), shortened(thought.proof())));
                }
            }
            return faults;
        }

        boolean known(Piece.Thought thought, Predicate<Thought> test) {
            return !thought.proof().isEmpty()
                    && issued.of(thought.proof()) instanceof Origin.Known(Thought known)
                    && test.test(known);
        }

        boolean isOwn(Thought known) {
            Map<String, String> here = request.scope();
            return known.vendor().equals(profile.vendor())
                    && rule.scope().stream()
                            .allMatch(
                                    name -> known.scope().getOrDefault(name, "").equals(here.getOrDefault(name, "")));
        }

        boolean isRead(String model) {
            return model.equals(request.model())
                    || profile.reads().stream()
                            .anyMatch(read -> read.matcher(model).matches());
        }
    }

    abstract List<Fault> faults(Input input);

    static TurnCheck of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /// The calls without a result among others.
    private static List<Fault> unanswered(List<Piece> calls, List<Piece> others) {
        Set<String> answered = new HashSet<>();
        for (Piece piece : others) {
            if (piece instanceof Piece.Result result) {
                answered.add(result.id());
            }
        }
        List<Fault> faults = new ArrayList<>();
        for (Piece piece : calls) {
            if (piece instanceof Piece.Call call && !answered.contains(call.id())) {
                faults.add(new Fault(call.pointer(), call.id()));
            }
        }
        return faults;
    }

    /// The items with an id that is at fault.
    private static List<Fault> items(List<Piece> pieces, Predicate<String> isAtFault) {
        return pieces.stream()
                .map(piece -> new Fault(piece.pointer(), item(piece)))
                .filter(item -> !item.value().isEmpty() && isAtFault.test(item.value()))
                .toList();
    }

    private static String neighbour(Piece piece) {
        return switch (piece) {
            case Piece.Call call -> call.id();
            case Piece.Text _ -> "text";
            case Piece.Thought _ -> "thought";
            case Piece.Result _ -> "";
        };
    }

    private static String item(Piece piece) {
        return switch (piece) {
            case Piece.Call call -> call.item();
            case Piece.Text text -> text.item();
            case Piece.Thought thought -> thought.form().equals("reasoning") ? thought.id() : "";
            case Piece.Result _ -> "";
        };
    }

    /// As errors quote it: both ends.
    private static String shortened(String proof) {
        int shown = 4;
        return proof.length() <= 2 * shown
                ? proof
                : proof.substring(0, shown) + "..." + proof.substring(proof.length() - shown);
    }
}
