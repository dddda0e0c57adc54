package dev.throughline.access.connection;

import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Counts something per address, up to a limit. Thread-safe.
///
/// An IPv6 address counts as its /64 network, the minimum that one customer gets (RFC 6177).
final class AddressCount {
    private static final int NETWORK_BYTES = 8;

    private final int most;
    private final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();

    /// @param most maximum per address
    AddressCount(int most) {
        this.most = most;
    }

    /// Counts one more, unless the address is at its limit.
    /// @param key by `key`
    boolean enter(String key) {
        int[] before = {0};
        counts.compute(key, (_, count) -> {
            before[0] = count == null ? 0 : count;
            return before[0] < most ? Integer.valueOf(before[0] + 1) : count;
        });
        return before[0] < most;
    }

    /// Undoes one `enter`.
    void leave(String key) {
        counts.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
    }

    /// The total of all addresses.
    long total() {
        return counts.values().stream().mapToLong(Integer::longValue).sum();
    }

    /// The counting key of an address.
    static String key(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (!(address instanceof Inet6Address)) {
            return NetUtil.bytesToIpAddress(bytes);
        }
        Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
        return NetUtil.bytesToIpAddress(bytes);
    }
}
