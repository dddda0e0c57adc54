package dev.throughline.backend.http;

import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.backend.settings.HttpVersionChoice;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemTrustOptions;
import java.util.List;

/// Creates the connection options of a backend.
final class BackendClientOptions {
    private static final int KEEP_ALIVE_SECONDS = 60;

    private BackendClientOptions() {}

    /// @param loops event loops that share the backend's connections
    static HttpClientOptions of(String name, BackendSettings settings, boolean isTls, int loops) {
        int share = Math.max(1, (settings.maxConnections() + loops - 1) / loops);
        HttpClientOptions options = new HttpClientOptions()
                .setName("backend-" + name)
                .setKeepAlive(true)
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                .setMaxPoolSize(share)
                .setTcpNoDelay(true)
                .setConnectTimeout((int) settings.connectTimeout().toMillis())
                .setDecompressionSupported(false);
        settings.trustCertificates()
                .ifPresent(path -> options.setTrustOptions(new PemTrustOptions().addCertPath(path)));
        return version(options, settings.httpVersion(), isTls);
    }

    private static HttpClientOptions version(HttpClientOptions options, HttpVersionChoice choice, boolean isTls) {
        return switch (choice) {
            case HTTP_1_1 -> options.setProtocolVersion(HttpVersion.HTTP_1_1);
            case HTTP_2 ->
                options.setProtocolVersion(HttpVersion.HTTP_2).setUseAlpn(isTls).setHttp2ClearTextUpgrade(false);
            case AUTO ->
                isTls
                        ? options.setProtocolVersion(HttpVersion.HTTP_2)
                                .setUseAlpn(true)
                                .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1))
                        : options.setProtocolVersion(HttpVersion.HTTP_1_1);
        };
    }
}
