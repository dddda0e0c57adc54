package dev.throughline.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.throughline.gateway.admission.DiscardedBody;
import dev.throughline.rest.ApiGuard;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

class LayersTest {
    private static final String ROOT = "dev.throughline.";
    private static final JavaClasses MAIN = MainClasses.ALL;

    private static final List<String> PLAIN = List.of("java..", "org.jspecify..");
    private static final List<String> JSON = List.of("com.fasterxml.jackson..");
    /// The templates of files.
    private static final List<String> TEMPLATES = List.of("io.quarkus.qute..");
    /// Part of the JDK for all its name: signatures over reasoning.
    private static final List<String> CRYPTO = List.of("javax.crypto..");

    /// `text` lies below all others: access, store and export may know no package of the domain, and would
    /// otherwise each need their own SHA-256 and JSON mapper.
    static Stream<Arguments> plainPackages() {
        return Stream.of(
                Arguments.of("text", List.of(), join(PLAIN, JSON)),
                Arguments.of("stream", List.of(), PLAIN),
                Arguments.of("conversation", List.of("stream"), join(PLAIN, JSON)),
                Arguments.of("filter", List.of("stream", "conversation", "text"), join(PLAIN, JSON)),
                Arguments.of("vendor", List.of("conversation", "text"), join(PLAIN, JSON)),
                Arguments.of("wire", List.of("stream", "conversation", "text", "vendor"), join(PLAIN, JSON)),
                Arguments.of("trace", List.of("stream", "conversation", "text"), join(join(PLAIN, JSON), CRYPTO)),
                Arguments.of("verdict", List.of("trace"), join(PLAIN, JSON)),
                Arguments.of("render", List.of("stream", "conversation", "filter", "text"), join(PLAIN, JSON)),
                Arguments.of("export", List.of("text"), join(join(PLAIN, JSON), TEMPLATES)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("plainPackages")
    void domainPackageKnowsOnlyItsNeighborsAndNoFramework(String name, List<String> ours, List<String> theirs) {
        List<String> allowed = new ArrayList<>(theirs);
        allowed.add(inside(name));
        ours.forEach(neighbor -> allowed.add(inside(neighbor)));
        classes()
                .that()
                .resideInAPackage(inside(name))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed.toArray(String[]::new))
                .because("the domain is plain Java, tested without a server")
                .check(MAIN);
    }

    static Stream<Arguments> forbidden() {
        return Stream.of(
                forbids(
                        "store",
                        "run matrix access rest pages prompt gateway telemetry "
                                + "harness cli backend stub trace verdict render wire"),
                forbids(
                        "access",
                        "gateway run matrix prompt rest pages store "
                                + "telemetry harness cli backend stub trace verdict wire"),
                forbids(
                        "rest",
                        "gateway run matrix prompt store pages telemetry "
                                + "harness cli backend stub trace verdict render"),
                forbids("backend", "stub trace verdict gateway run telemetry harness cli"),
                forbids("stub", "backend verdict gateway run telemetry harness cli"),
                forbids("prompt", "run matrix store gateway pages telemetry harness cli"),
                forbids("run", "matrix gateway pages telemetry harness cli"),
                forbids("matrix", "gateway pages prompt render telemetry harness cli backend wire"),
                forbids("telemetry", "gateway access rest pages matrix prompt harness cli backend stub wire"),
                forbids("gateway", "matrix pages prompt harness cli"),
                forbids("pages", "gateway store harness cli"),
                forbids("harness", "gateway cli backend stub wire"));
    }

    private static Arguments forbids(String name, String others) {
        return Arguments.of(name, List.of(others.split(" ")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forbidden")
    void packageDoesNotReachAcrossTheHouse(String name, List<String> others) {
        noClasses()
                .that()
                .resideInAPackage(inside(name))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others.stream().map(LayersTest::inside).toArray(String[]::new))
                .because("a request flows one way through the house; the table of packages says who may import whom")
                .check(MAIN);
    }

    /// A package and those below the same top-level package that it may import.
    static Stream<Arguments> siblings() {
        return Stream.of(
                Arguments.of("trace", List.of()),
                Arguments.of("trace.match", List.of("trace")),
                Arguments.of("trace.sighting", List.of("trace", "trace.match")),
                Arguments.of("trace.repair", List.of("trace", "trace.match")),
                Arguments.of("trace.history", List.of("trace", "trace.match", "trace.sighting", "trace.repair")),
                Arguments.of("harness.recipe", List.of()),
                Arguments.of("gateway.admission", List.of()),
                Arguments.of("gateway.answer", List.of("gateway.admission")),
                Arguments.of("backend.settings", List.of()),
                Arguments.of("backend", List.of("backend.settings")),
                Arguments.of("cli.output", List.of()),
                Arguments.of("cli.service", List.of("cli.output")),
                Arguments.of("run", List.of()),
                Arguments.of("run.retention", List.of("run")),
                Arguments.of("run.journal", List.of("run")),
                Arguments.of("run.events", List.of("run")),
                Arguments.of("matrix", List.of()),
                Arguments.of("matrix.use", List.of("matrix")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("siblings")
    void packageImportsOnlyTheSiblingsBelowIt(String name, List<String> allowed) {
        String family = inside(name.split("\\.")[0]);
        List<String> open = new ArrayList<>(List.of(ROOT + name));
        allowed.forEach(sibling -> open.add(ROOT + sibling));
        noClasses()
                .that()
                .resideInAPackage(ROOT + name)
                .should()
                .dependOnClassesThat(resideInAPackage(family).and(not(resideInAnyPackage(open.toArray(String[]::new)))))
                .because("what was package-private before its package was split has this fence instead")
                .check(MAIN);
    }

    @ParameterizedTest
    @CsvSource({"trace, match", "trace, sighting"})
    void insidesAreUsedInsideOnly(String owner, String inner) {
        noClasses()
                .that()
                .resideOutsideOfPackage(inside(owner))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(inside(owner + "." + inner))
                .because("they are public to their siblings only")
                .check(MAIN);
    }

    /// In the program, the tests, the benches and the fault programs together: each file is named like its type.
    @Test
    void noSimpleNameIsTakenTwice() throws IOException {
        try (Stream<Path> files = Files.find(Path.of("src"), Integer.MAX_VALUE, (file, _) -> isType(file))) {
            Map<String, List<String>> byName = files.map(Path::toString)
                    .collect(Collectors.groupingBy(file -> file.substring(file.lastIndexOf('/') + 1)));
            assertThat(byName).containsKeys("LayersTest.java", "ApiGuard.java");
            assertThat(byName.values()).allSatisfy(types -> assertThat(types).hasSize(1));
        }
    }

    private static boolean isType(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".java") && !name.equals("package-info.java");
    }

    @Test
    void topLevelPackagesHaveNoCycles() {
        slices().matching("dev.throughline.(*)..")
                .should()
                .beFreeOfCycles()
                .because("what depends on each other cannot be read or tested apart")
                .check(MAIN);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.throughline.(**)")
                .should()
                .beFreeOfCycles()
                .because("a sub-package must be readable without the one that calls it")
                .check(MAIN);
    }

    @Test
    void dialectsNeverImportOneAnother() {
        slices().matching("dev.throughline.wire.(*)..")
                .namingSlices("wire.$1")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(
                        com.tngtech.archunit.base.DescribedPredicate.alwaysTrue(),
                        com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage(ROOT + "wire.sse"))
                .because("a dialect must be changeable without reading another; they share the wire package and SSE")
                .check(MAIN);
    }

    @Test
    void onlyTheOwnersOfTablesKnowTheDatabase() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "store..", ROOT + "run..", ROOT + "access", ROOT + "matrix.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.vertx.sqlclient..",
                        "io.vertx.pgclient..",
                        "io.vertx.mutiny.sqlclient..",
                        "io.vertx.mutiny.pgclient..",
                        "org.hibernate..",
                        "jakarta.persistence..",
                        "java.sql..",
                        "org.postgresql..",
                        "io.zonky..")
                .because("one package owns each table: access keys, matrix.store evidence and products, run all else")
                .check(MAIN);
    }

    @Test
    void aResponseIsResetWhereItIsKnownToBeOfHttp2() {
        noClasses()
                .that(not(equivalentTo(DiscardedBody.class)))
                .and()
                .haveNameNotMatching(".*\\.Http2StreamLimit")
                .should()
                .callMethodWhere(
                        target(owner(assignableTo(HttpServerResponse.class))).and(target(name("reset"))))
                .because("Vert.x calls no end handler after the reset of an HTTP/1 response: the request is never over,"
                        + " and its memory stays reserved; DiscardedBody.cut closes the connection instead")
                .check(MAIN);
    }

    @Test
    void problemJsonStaysOffTheDialectEndpoints() {
        noClasses()
                .that()
                .resideInAPackage(inside("gateway"))
                .and()
                .haveNameNotMatching(".*\\.ApiBodyAdmission(\\$.*)?")
                .should()
                .dependOnClassesThat(resideInAPackage(inside("rest")).and(not(equivalentTo(ApiGuard.class))))
                .because("a dialect endpoint answers in the dialect's own error shape")
                .check(MAIN);
    }

    @Test
    void valuesOfARunKnowNothingOfWhatKeepsThem() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "run")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + "run.*..")
                .because("journal, exchanges, events and reports share these values and lie above them")
                .check(MAIN);
    }

    @Test
    void everyPackageIsNullMarked() {
        classes()
                .that()
                .haveSimpleName("package-info")
                .should()
                .beAnnotatedWith(NullMarked.class)
                .because("null is absent on the wire and nothing else")
                .check(MAIN);
    }

    @Test
    void namesSayWhatAThingIs() {
        noClasses()
                .should()
                .haveNameMatching(".*(Impl|Helper|Utils?|Manager|Dto)")
                .because("such names say how a thing was made and not what it is")
                .check(MAIN);
    }

    private static String inside(String name) {
        return ROOT + name + "..";
    }

    private static List<String> join(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
