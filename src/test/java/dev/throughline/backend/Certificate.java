package dev.throughline.backend;

import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A self-signed certificate for `localhost`, created by the JDK's keytool.
/// @param store PKCS#12, with the key
/// @param pem the certificate alone
public record Certificate(Path store, Path pem) {
    private static final String PASSWORD = "only-for-this-test";

    public static Certificate in(Path folder) throws Exception {
        var certificate = new Certificate(folder.resolve("store.p12"), folder.resolve("certificate.pem"));
        certificate.keytool(List.of(
                "-genkeypair", "-alias", "a", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "SAN=DNS:localhost"));
        certificate.keytool(List.of("-exportcert", "-alias", "a", "-rfc", "-file", certificate.pem.toString()));
        return certificate;
    }

    public HttpServerOptions server() {
        return new HttpServerOptions()
                .setSsl(true)
                .setKeyCertOptions(new PfxOptions().setPath(store.toString()).setPassword(PASSWORD));
    }

    /// The private key as PEM.
    public String key() throws Exception {
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        byte[] key = keys.getKey("a", PASSWORD.toCharArray()).getEncoded();
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key) + "\n-----END PRIVATE KEY-----\n";
    }

    /// For a server of the JDK.
    public SSLContext context() throws Exception {
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private void keytool(List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(arguments);
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException(
                    new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
        }
    }
}
