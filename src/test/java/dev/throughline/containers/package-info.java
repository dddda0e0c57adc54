/// Tests of the service as it is deployed: in its own image, with PostgreSQL in a container, as a single
/// instance and as three behind a load balancer, from outside and under faults of containers and networks.
///
/// They need a Docker engine; `.ci/run --all` runs them if one responds.
/// Each test class starts its own `ContainerEnvironment` and stops it at the end. The clients and checks are
/// those of `faults` and `probe`.
@NullMarked
package dev.throughline.containers;

import org.jspecify.annotations.NullMarked;
