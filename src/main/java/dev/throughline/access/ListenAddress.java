package dev.throughline.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/// The address on which the service listens and who may use it there.
///
/// @param host a name or an address
/// @param needsKeys whether a key is required
public record ListenAddress(String host, boolean needsKeys) {
    /// The effective setting on an address: without one, open on a loopback address and keys elsewhere.
    /// @throws AccessException if the service would be open to other machines without an explicit setting
    public static ListenAddress of(String host, Optional<AccessSetting> setting) {
        boolean isLoopback = isLoopback(host);
        AccessSetting chosen = setting.orElse(isLoopback ? AccessSetting.OPEN : AccessSetting.KEYS);
        return switch (chosen) {
            case KEYS -> new ListenAddress(host, true);
            case OPEN_TO_EVERYONE -> new ListenAddress(host, false);
            case OPEN -> {
                if (!isLoopback) {
                    throw new AccessException("other machines can reach " + host + ", but access is open: create a key"
                            + " (throughline keys create --scope admin) and start with --access keys, or pass"
                            + " --access open-to-everyone");
                }
                yield new ListenAddress(host, false);
            }
        };
    }

    /// Whether only this machine can reach an address. A name counts if all its addresses are loopback.
    static boolean isLoopback(String host) {
        try {
            return !host.isBlank()
                    && Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException _) {
            return false;
        }
    }
}
