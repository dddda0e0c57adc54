package dev.throughline.access.connection;

import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// How many of something each address has, up to a limit. Safe from any thread.
///
/// An IPv6 address counts as its network of 64 bits, the least that one customer gets (RFC 6177).
final class AddressCount {
    private static final int NETWORK_BYTES = 8;

    private final int most;
    private final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();

    /// @param most that one address may have
    AddressCount(int most) {
        this.most = most;
    }

    /// Counts one more, unless the address has the most already.
    /// @param key by `key`
    boolean enter(String key) {
        int[] before = {0};
        counts.compute(key, (_, count) -> {
            before[0] = count == null ? 0 : count;
            return before[0] < most ? Integer.valueOf(before[0] + 1) : count;
        });
        return before[0] < most;
    }

    /// Takes one back that `enter` counted.
    void leave(String key) {
        counts.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
    }

    /// How many all addresses have together.
    long total() {
        return counts.values().stream().mapToLong(Integer::longValue).sum();
    }

    /// What an address is counted by.
    static String key(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (!(address instanceof Inet6Address)) {
            return NetUtil.bytesToIpAddress(bytes);
        }
        Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
        return NetUtil.bytesToIpAddress(bytes);
    }
}
