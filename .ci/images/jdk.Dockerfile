# Stands in for eclipse-temurin:25-jdk, its Java at the same place.
FROM throughline/base-jre
RUN apt-get update -qq \
 && apt-get install -y -qq --no-install-recommends openjdk-25-jdk-headless curl \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*
