/// Holds the manifests of `k8s` to the Kubernetes model, to one another, and to the service's own configuration, so
/// that
/// none of them can drift. Overlays are looked at as the real `kustomize` builds them.
@NullMarked
package dev.throughline.k8s;

import org.jspecify.annotations.NullMarked;
