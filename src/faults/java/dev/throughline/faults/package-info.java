/// Faults that need the service as a separate process: in processes of the database or the service, or in
/// what is between them: connections, disks, clocks, clients, backends. Each `Fault` is a claim about what
/// a client and the database must agree on afterwards. Started by `.ci/faults`.
@org.jspecify.annotations.NullMarked
package dev.throughline.faults;
