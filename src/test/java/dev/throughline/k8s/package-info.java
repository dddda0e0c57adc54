/// Holds what the chart of `k8s` makes, rendered by Helm itself, to the Kubernetes model, to one another, and to the
/// service's own configuration, so that none of them can drift.
@NullMarked
package dev.throughline.k8s;

import org.jspecify.annotations.NullMarked;
