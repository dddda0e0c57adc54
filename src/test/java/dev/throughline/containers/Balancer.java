package dev.throughline.containers;

import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;

/// HAProxy: each request to the next service that is ready; one that was refused before its answer began goes to
/// another.
final class Balancer extends GenericContainer<Balancer> {
    private static final int PORT = 8080;
    private static final String SETTINGS = """
            global
              maxconn 4000
            defaults
              mode http
              maxconn 4000
              timeout connect 2s
              timeout client 120s
              timeout server 120s
              timeout check 3s
              retries 5
              option redispatch 1
              retry-on conn-failure empty-response 503
            resolvers engine
              nameserver dns 127.0.0.11:53
              resolve_retries 2
              timeout resolve 500ms
              timeout retry 500ms
              hold valid 500ms
              hold nx 10s
              hold other 30s
              hold timeout 30s
            frontend clients
              bind :8080
              default_backend services
            backend services
              balance roundrobin
              option httpchk GET /q/health/ready
            """;
    private static final String SERVER =
            "  server %s %s:8080 check inter 500ms fall 3 rise 1 resolvers engine init-addr none\n";

    private final int port = FixedPorts.free();

    /// @param services names of services in the network
    Balancer(Network front, List<String> services) {
        super(Images.haproxy());
        withNetwork(front);
        withExposedPorts(PORT);
        setPortBindings(List.of(port + ":" + PORT));
        String servers =
                services.stream().map(name -> SERVER.formatted(name, name)).collect(Collectors.joining());
        withCopyToContainer(Transferable.of(SETTINGS + servers), "/usr/local/etc/haproxy/haproxy.cfg");
        waitingFor(Wait.forHttp("/q/health/ready").forPort(PORT));
    }

    URI url() {
        return URI.create("http://" + getHost() + ":" + port);
    }
}
