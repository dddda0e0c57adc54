package dev.throughline.access;

import io.netty.util.NetUtil;
import io.vertx.core.http.HttpServerRequest;
import java.util.HexFormat;

/// Where a request came from, for limits of callers without a key.
public final class ClientNetwork {
    private static final int PREFIX_BYTES = 8;
    private static final int IPV6_BYTES = 16;

    private ClientNetwork() {}

    /// The network of the peer of a request; empty if it is gone.
    public static String of(HttpServerRequest request) {
        return request.remoteAddress() == null ? "" : of(request.remoteAddress().hostAddress());
    }

    /// For IPv6, the first 64 bits: one address of such a network implies control of all.
    static String of(String address) {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
        return bytes == null || bytes.length < IPV6_BYTES
                ? address
                : HexFormat.of().formatHex(bytes, 0, PREFIX_BYTES);
    }
}
