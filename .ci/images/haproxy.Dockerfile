# Stands in for haproxy:3.2: its configuration is /usr/local/etc/haproxy/haproxy.cfg.
FROM throughline/base-debian
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends haproxy \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
 && mkdir -p /usr/local/etc/haproxy
USER haproxy
STOPSIGNAL SIGUSR1
ENTRYPOINT ["haproxy", "-W", "-db"]
CMD ["-f", "/usr/local/etc/haproxy/haproxy.cfg"]
