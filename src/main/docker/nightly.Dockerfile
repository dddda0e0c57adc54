# The program with Node.js and what real clients need, for the radar of k8s/chart. Built from the image of the service,
# from the top of the project:
#
#   docker build -f src/main/docker/nightly.Dockerfile -t throughline-nightly:0.2.0 .
#
# SERVICE_IMAGE is that image; NODE_IMAGE is a Debian with Node.js 20 or newer and npm.
ARG SERVICE_IMAGE=throughline:0.2.0
ARG NODE_IMAGE=node:22-trixie-slim@sha256:b26b04c123d9ff8ab646ceb18b9d75a1173acf64b9a401094b906d27b29338d4

# What the JVM learned of the service's start is of no use to a command, and large.
FROM ${SERVICE_IMAGE} AS service
USER 0
RUN rm -f /opt/throughline/throughline.aot

FROM ${NODE_IMAGE}
ARG VERSION=development
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Throughline nightly" \
      org.opencontainers.image.description="Measures what the newest clients do with a model's reasoning." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# A recipe names bsdutils; clients look for git, ps and certificates.
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends bsdutils ca-certificates git procps \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*
COPY --from=service /opt/java/openjdk/ /opt/java/openjdk/
COPY --from=service /opt/throughline/ /opt/throughline/
RUN ln -sf /opt/throughline/throughline /usr/local/bin/throughline
# Files are written below /tmp only, the homes of the clients too.
ENV JAVA_HOME=/opt/java/openjdk HOME=/tmp/home TMPDIR=/tmp THROUGHLINE_CACHE_DIR=/tmp/cache LANG=C.UTF-8
USER 10001:10001
WORKDIR /tmp
ENTRYPOINT ["throughline"]
CMD ["check", "clients", "--help"]
