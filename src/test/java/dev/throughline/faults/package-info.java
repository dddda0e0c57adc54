/// Faults that need the service as a process of its own: what breaks is a process, the
/// database's or ours, or what lies between processes: connections, disks, clocks, clients, backends. Each
/// `Fault` is a claim about what a client and the database must agree on afterwards. Started by `.ci/faults`.
@org.jspecify.annotations.NullMarked
package dev.throughline.faults;
