# Stands in for node:22-trixie-slim, with Java beside it.
FROM throughline/base-jre
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends nodejs npm git \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
