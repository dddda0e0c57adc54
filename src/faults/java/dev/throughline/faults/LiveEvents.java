package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// What happens at two services is followed at a third, while the database is restarted and one of them is
/// killed: every event is heard once, in order, and none is missing.
record LiveEvents() implements Fault {
    private static final Map<String, String> SETTINGS =
            Map.of("throughline.runs.heartbeat-interval", "300ms", "throughline.runs.instance-timeout", "3s");
    private static final int STREAMS = 100;
    private static final int ITEMS_OF_A_TURN = 2;
    private static final int SOON = 20;

    /// The services: one that is followed, two at which things happen, and what was found broken.
    private record Scene(
            FaultEnvironment ground,
            ServiceProcess near,
            ServiceProcess far,
            ServiceProcess other,
            List<String> broken) {
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
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        var scene = new Scene(
                faultEnvironment,
                faultEnvironment.start(SETTINGS).await(),
                faultEnvironment.start(SETTINGS).await(),
                faultEnvironment.start(SETTINGS).await(),
                new ArrayList<>());
        Duration recovery = talk(scene);
        crowd(scene);
        killed(scene);
        return new FaultOutcome(
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
        LiveEventFollower liveEventFollower =
                LiveEventFollower.follow(scene.near().url(), run);
        var faultChatClient = new FaultChatClient(run);
        for (int turn = 1; turn <= 6; turn++) {
            faultChatClient.turn(turn % 2 == 0 ? scene.far() : scene.other());
        }
        scene.expect(
                liveEventFollower.await(13, SOON),
                "expected 13 events before the restart, heard " + liveEventFollower.heard());
        scene.ground().server().stop();
        StreamLoad.pause(2_000);
        scene.ground().server().start();
        long returned = System.nanoTime();
        FaultEnvironment.recovery(scene.far(), returned);
        FaultEnvironment.recovery(scene.other(), returned);
        faultChatClient.turn(scene.far());
        faultChatClient.turn(scene.other());
        scene.expect(
                liveEventFollower.await(17, SOON),
                "expected 17 events after the restart, heard " + liveEventFollower.heard());
        Duration recovery = Duration.ofNanos(System.nanoTime() - returned);
        scene.other().post("/api/v1/runs/" + run + "/seal", "");
        awaitEnd(liveEventFollower);
        scene.expect(
                liveEventFollower.isOver() && liveEventFollower.heard().equals(story(8)),
                "expected each event of 8 turns once and in order, heard " + liveEventFollower.heard());
        return recovery;
    }

    private static List<String> story(int turns) {
        List<String> story = new ArrayList<>(List.of("run {\"state\":\"CREATED\",\"exchanges\":0}"));
        for (int turn = 1; turn <= turns; turn++) {
            story.add(began(turn));
            story.add(ended(turn, "COMPLETED", ITEMS_OF_A_TURN * (turn - 1)));
        }
        story.add("sealed {}");
        return story;
    }

    /// Many answers at once at both of the others; their clients see the ends before the run is sealed.
    private static void crowd(Scene scene) throws Exception {
        String run = scene.near().open(Map.of("scenario", "long", "tokens", 50, "pace", 50));
        LiveEventFollower liveEventFollower =
                LiveEventFollower.follow(scene.near().url(), run);
        StreamLoad one = StreamLoad.once(scene.far().url(), run, STREAMS / 2);
        StreamLoad two = StreamLoad.once(scene.other().url(), run, STREAMS / 2);
        long done = Stream.concat(one.await(60).stream(), two.await(60).stream())
                .filter(StreamedAnswer::isDone)
                .count();
        scene.far().post("/api/v1/runs/" + run + "/seal", "");
        awaitEnd(liveEventFollower);
        List<String> heard = liveEventFollower.heard();
        scene.expect(
                done == STREAMS
                        && heard.size() == 2 * STREAMS + 2
                        && heard.getLast().equals("sealed {}"),
                "expected two events of each of " + STREAMS + " answers and the seal, heard " + heard.size());
        for (int number = 1; number <= STREAMS; number++) {
            int began = heard.indexOf(began(number));
            int ended = heard.indexOf(ended(number, "COMPLETED", 0));
            scene.expect(
                    began > 0 && ended > began, "exchange " + number + ": begun at " + began + ", ended at " + ended);
        }
    }

    /// A killed service cannot report it; another one finds its open exchange and does.
    private static void killed(Scene scene) throws Exception {
        String run = scene.near().open(Map.of("scenario", "long", "tokens", 2_000, "pace", 50));
        LiveEventFollower liveEventFollower =
                LiveEventFollower.follow(scene.near().url(), run);
        StreamLoad.once(scene.other().url(), run, 1);
        scene.expect(liveEventFollower.await(2, SOON), "expected the beginning, heard " + liveEventFollower.heard());
        scene.other().kill();
        scene.expect(
                liveEventFollower.await(3, SOON)
                        && liveEventFollower.heard().getLast().equals(ended(1, "INTERRUPTED", 0)),
                "expected the interruption, heard " + liveEventFollower.heard());
    }

    private static void awaitEnd(LiveEventFollower liveEventFollower) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SOON);
        while (!liveEventFollower.isOver() && System.nanoTime() < deadline) {
            StreamLoad.pause(20);
        }
    }

    private static String began(int number) {
        return "exchange-began {\"number\":" + number + "}";
    }

    /// @param kept items of earlier answers that the request had to carry, and did
    private static String ended(int number, String outcome, int kept) {
        return ("exchange-ended {\"number\":%d,\"outcome\":\"%s\",\"preservation\":{\"due\":%d,\"exact\":%d}}")
                .formatted(number, outcome, kept, kept);
    }
}
