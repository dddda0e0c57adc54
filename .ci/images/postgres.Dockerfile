# Stands in for postgres:17: the same settings, folders, user and signals.
FROM throughline/base-debian
RUN groupadd -r -g 999 postgres && useradd -r -g postgres -u 999 -d /var/lib/postgresql -s /bin/bash postgres \
 && apt-get update -qq \
 && mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf \
 && apt-get install -y -qq --no-install-recommends postgresql-17 \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
 && mkdir -p /docker-entrypoint-initdb.d /var/lib/postgresql/data /var/run/postgresql \
 && chown -R postgres:postgres /var/lib/postgresql /var/run/postgresql && chmod 3777 /var/run/postgresql
COPY postgres-entrypoint /usr/local/bin/docker-entrypoint.sh
ENV PGDATA=/var/lib/postgresql/data PATH=/usr/lib/postgresql/17/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
EXPOSE 5432
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
