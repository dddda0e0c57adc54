package dev.throughline.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// What happens at two services is followed at a third, while the database is restarted and one of them is killed:
/// every event is heard once, in order, and none is missing.
record LiveEvents() implements Fault {
    private static final Map<String, String> SETTINGS =
            Map.of("throughline.runs.heartbeat-interval", "300ms", "throughline.runs.instance-timeout", "3s");
    private static final int STREAMS = 100;
    private static final int SOON = 20;

    /// The services: one that is followed, two at which things happen, and what was found broken.
    private record Scene(Ground ground, Service near, Service far, Service other, List<String> broken) {
        void expect(boolean holds, String otherwise) {
            if (!holds) {
                broken.add(otherwise);
            }
        }
    }

    @Override
    public String name() {
        return "live-events";
    }

    @Override
    public Damage inflict(Ground ground) throws Exception {
        var scene = new Scene(
                ground,
                ground.start(SETTINGS).await(),
                ground.start(SETTINGS).await(),
                ground.start(SETTINGS).await(),
                new ArrayList<>());
        Duration recovery = talk(scene);
        crowd(scene);
        killed(scene);
        return new Damage(
                "a run followed at one service, its turns at two others, PostgreSQL stopped for 2 s in between,"
                        + " one killed",
                0,
                0,
                recovery,
                scene.broken());
    }

    /// Turn after turn at the other services, the database restarted in between, then the seal.
    private static Duration talk(Scene scene) throws Exception {
        String run = scene.near().open(Map.of("scenario", "chat"));
        Follower follower = Follower.follow(scene.near().url(), run);
        var talk = new Talk(run);
        for (int turn = 1; turn <= 6; turn++) {
            talk.turn(turn % 2 == 0 ? scene.far() : scene.other());
        }
        scene.expect(follower.await(13, SOON), "expected 13 events before the restart, heard " + follower.heard());
        scene.ground().server().stop();
        Load.pause(2_000);
        scene.ground().server().start();
        long returned = System.nanoTime();
        Ground.recovery(scene.far(), returned);
        Ground.recovery(scene.other(), returned);
        talk.turn(scene.far());
        talk.turn(scene.other());
        scene.expect(follower.await(17, SOON), "expected 17 events after the restart, heard " + follower.heard());
        Duration recovery = Duration.ofNanos(System.nanoTime() - returned);
        scene.other().post("/api/v1/runs/" + run + "/seal", "");
        awaitEnd(follower);
        scene.expect(
                follower.isOver() && follower.heard().equals(story(8)),
                "expected each event of 8 turns once and in order, heard " + follower.heard());
        return recovery;
    }

    private static List<String> story(int turns) {
        List<String> story = new ArrayList<>(List.of("run {\"state\":\"CREATED\",\"exchanges\":0}"));
        for (int turn = 1; turn <= turns; turn++) {
            story.add(began(turn));
            story.add(ended(turn, "COMPLETED"));
        }
        story.add("sealed {}");
        return story;
    }

    /// Many answers at once at both of the others; their clients see the ends before the run is sealed.
    private static void crowd(Scene scene) throws Exception {
        String run = scene.near().open(Map.of("scenario", "long", "tokens", 50, "pace", 50));
        Follower follower = Follower.follow(scene.near().url(), run);
        Load one = Load.once(scene.far().url(), run, STREAMS / 2);
        Load two = Load.once(scene.other().url(), run, STREAMS / 2);
        long done = Stream.concat(one.await(60).stream(), two.await(60).stream())
                .filter(Heard::isDone)
                .count();
        scene.far().post("/api/v1/runs/" + run + "/seal", "");
        awaitEnd(follower);
        List<String> heard = follower.heard();
        scene.expect(
                done == STREAMS
                        && heard.size() == 2 * STREAMS + 2
                        && heard.getLast().equals("sealed {}"),
                "expected two events of each of " + STREAMS + " answers and the seal, heard " + heard.size());
        for (int number = 1; number <= STREAMS; number++) {
            int began = heard.indexOf(began(number));
            int ended = heard.indexOf(ended(number, "COMPLETED"));
            scene.expect(
                    began > 0 && ended > began, "exchange " + number + ": begun at " + began + ", ended at " + ended);
        }
    }

    /// A service that is killed cannot tell of it; another finds its open exchange and does.
    private static void killed(Scene scene) throws Exception {
        String run = scene.near().open(Map.of("scenario", "long", "tokens", 2_000, "pace", 50));
        Follower follower = Follower.follow(scene.near().url(), run);
        Load.once(scene.other().url(), run, 1);
        scene.expect(follower.await(2, SOON), "expected the beginning, heard " + follower.heard());
        scene.other().kill();
        scene.expect(
                follower.await(3, SOON) && follower.heard().getLast().equals(ended(1, "INTERRUPTED")),
                "expected the interruption, heard " + follower.heard());
    }

    private static void awaitEnd(Follower follower) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SOON);
        while (!follower.isOver() && System.nanoTime() < deadline) {
            Load.pause(20);
        }
    }

    private static String began(int number) {
        return "exchange-began {\"number\":" + number + "}";
    }

    private static String ended(int number, String outcome) {
        return "exchange-ended {\"number\":" + number + ",\"outcome\":\"" + outcome + "\"}";
    }
}
