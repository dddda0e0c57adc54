package dev.throughline.run.lifecycle;

import dev.throughline.access.KeyId;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunSettings.LiveTraffic;
import dev.throughline.run.RunState;
import dev.throughline.store.StoredJson;
import dev.throughline.store.StoredText;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.hibernate.annotations.ColumnTransformer;
import org.jspecify.annotations.Nullable;

/// A row of `run`.
@Entity
@Table(name = "run")
class RunRow {
    @Id
    @Column(name = "run_id")
    String runId = "";

    String state = "";
    String mode = "";
    String label = "";

    @Column(name = "client_name")
    @Nullable
    String clientName;

    @Column(name = "client_version")
    @Nullable
    String clientVersion;

    @ColumnTransformer(read = "cast(settings as text)", write = "cast(cast(? as text) as jsonb)")
    String settings = "";

    int exchanges;
    Instant created = Instant.EPOCH;

    @Column(name = "last_active")
    Instant lastActive = Instant.EPOCH;

    @Column(name = "idle_timeout_ms")
    long idleTimeoutMs;

    @Nullable
    Instant sealed;

    @Column(name = "signature_key")
    byte[] signatureKey = {};

    @Column(name = "key_id")
    @Nullable
    String keyId;

    boolean published;
    boolean pinned;

    @Column(name = "has_contents")
    boolean hasContents;

    @Column(name = "seal_reason")
    @Nullable
    String sealReason;

    @Column(name = "live_base")
    @Nullable
    String liveBase;

    @Column(name = "live_day")
    @Nullable
    LocalDate liveDay;

    static RunRow of(Run run) {
        RunRow row = new RunRow();
        RunSettings settings = run.settings();
        row.runId = run.id().value();
        row.state = run.state().name();
        row.mode = settings.mode().name();
        row.label = StoredText.encode(settings.label());
        row.clientName = settings.client()
                .map(RunSettings.Client::name)
                .map(StoredText::encode)
                .orElse(null);
        row.clientVersion = settings.client()
                .map(RunSettings.Client::version)
                .map(StoredText::encode)
                .orElse(null);
        row.settings = StoredJson.write(settings);
        row.created = run.created();
        row.lastActive = run.created();
        row.idleTimeoutMs = settings.idleTimeout().toMillis();
        row.signatureKey = run.signatureKey();
        row.keyId = run.owner().map(KeyId::value).orElse(null);
        row.published = run.isPublished();
        row.pinned = run.isPinned();
        row.hasContents = run.hasContents();
        row.sealReason = run.sealReason().map(StoredText::encode).orElse(null);
        row.liveBase = settings.traffic().map(LiveTraffic::base).orElse(null);
        row.liveDay = settings.traffic().map(LiveTraffic::day).orElse(null);
        return row;
    }

    Run toRun() {
        return new Run(
                new RunId(runId),
                RunState.valueOf(state),
                StoredJson.read(settings, RunSettings.class),
                exchanges,
                created,
                Optional.ofNullable(sealed),
                signatureKey,
                Optional.ofNullable(keyId).map(KeyId::new),
                published,
                pinned,
                Optional.ofNullable(sealReason).map(StoredText::decode),
                hasContents);
    }
}
