package dev.throughline.access;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A certificate for localhost that the service offers TLS with.
public final class TlsResource implements QuarkusTestResourceLifecycleManager {
    private static final String PASSWORD = "for-tests-only";

    @Override
    public Map<String, String> start() {
        try {
            Path store = Files.createTempDirectory("throughline-tls").resolve("store.p12");
            store.toFile().deleteOnExit();
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "service",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=localhost",
                            "-ext",
                            "SAN=dns:localhost,ip:127.0.0.1",
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            store.toString(),
                            "-storepass",
                            PASSWORD)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IllegalStateException("keytool made no certificate");
            }
            return Map.of(
                    "quarkus.http.ssl.certificate.key-store-file",
                    store.toString(),
                    "quarkus.http.ssl.certificate.key-store-password",
                    PASSWORD,
                    "quarkus.http.insecure-requests",
                    "enabled",
                    "quarkus.http.test-ssl-port",
                    "0");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void stop() {
        // the store goes with this process
    }
}
