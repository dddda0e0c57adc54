# Stands in for eclipse-temurin:25-jre, its Java at the same place.
FROM throughline/base-debian
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends openjdk-25-jre-headless \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
 && mkdir -p /opt/java && ln -s "$(dirname "$(dirname "$(readlink -f /usr/bin/java)")")" /opt/java/openjdk
ENV JAVA_HOME=/opt/java/openjdk PATH=/opt/java/openjdk/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
