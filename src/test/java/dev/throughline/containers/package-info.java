/// The service as it is deployed: in its own image, on a PostgreSQL in a container, alone and three at a time behind a
/// balancer, from outside and through faults of containers and networks.
///
/// Tests here carry the tag `containers` and need a Docker engine; `./throughline test` runs them where one answers.
/// Each test class has a `Stand` of its own and takes it down. The clients and the judgement are those of `faults` and
/// `probe`.
@NullMarked
package dev.throughline.containers;

import org.jspecify.annotations.NullMarked;
