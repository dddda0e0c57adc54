package dev.throughline.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/// Which way of reaching PostgreSQL serves what: the pg client what is written in bulk or read in pages and look-ups
/// (journal, admission, history, matrix, training), Hibernate Reactive rows that are read and changed one by one
/// (runs, verdicts, evidence), JDBC what blocks and therefore holds separate connections.
class DataStacksTest {
    private static final JavaClasses MAIN = MainClasses.ALL;

    private static final DescribedPredicate<JavaClass> PG_CLIENT = resideInAnyPackage(
            "io.vertx.sqlclient..", "io.vertx.pgclient..", "io.vertx.mutiny.sqlclient..", "io.vertx.mutiny.pgclient..");
    private static final DescribedPredicate<JavaClass> HIBERNATE =
            resideInAnyPackage("org.hibernate..", "jakarta.persistence..");
    // Hibernate reports an error of the PostgreSQL client as an SQLException.
    private static final DescribedPredicate<JavaClass> JDBC = resideInAnyPackage(
                    "java.sql..", "javax.sql..", "org.postgresql..")
            .and(DescribedPredicate.not(JavaClass.Predicates.type(SQLException.class)));

    @ParameterizedTest
    @ValueSource(strings = {"run.journal", "run.training", "run.api", "access"})
    void writesInBulkAndPagesAreLeftToThePgClient(String name) {
        noClasses()
                .that()
                .resideInAPackage("dev.throughline." + name + "..")
                .should()
                .dependOnClassesThat(HIBERNATE)
                .because("entities would be made and thrown away for each row")
                .check(MAIN);
    }

    @Test
    void admissionAndHistoryAreLeftToThePgClient() {
        noClasses()
                .that()
                .haveNameMatching(
                        "dev\\.throughline\\.run\\.exchange\\.(Admission|History|ExchangeStart|Body|Unrecorded).*"
                                + "(?<!Row)")
                .should()
                .dependOnClassesThat(HIBERNATE)
                .because("they are on the way of each request, one round trip each")
                .check(MAIN);
    }

    @Test
    void runsAndVerdictsAreEntities() {
        noClasses()
                .that()
                .resideInAPackage("dev.throughline.run.lifecycle")
                .and()
                .haveNameNotMatching(".*\\.(Housekeeping|InstanceRegistry)(\\$.*)?")
                .should()
                .dependOnClassesThat(PG_CLIENT)
                .because("what is read and changed row by row has one mapping, its entity; "
                        + "the two others tend partitions and processes, which are no rows of a run")
                .check(MAIN);
    }

    @Test
    void jdbcServesWhatHasItsOwnConnections() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.throughline.store.database", "dev.throughline.run.retention")
                .and()
                .haveNameNotMatching(".*\\.(RunNotificationListener|KeyTable)(\\$.*)?")
                .should()
                .dependOnClassesThat(JDBC)
                .because(
                        "it blocks: before the service starts, in commands and retention, and in the LISTEN connection")
                .check(MAIN);
    }

    /// Two placeholder styles and two kinds of transaction in one class are read wrongly.
    @Test
    void noClassUsesTwo() {
        List<String> two = MAIN.stream()
                .filter(type -> Stream.of(PG_CLIENT, HIBERNATE, JDBC)
                                .filter(stack -> uses(type, stack))
                                .count()
                        > 1)
                .map(JavaClass::getName)
                .toList();

        assertThat(two).isEmpty();
    }

    private static boolean uses(JavaClass type, DescribedPredicate<JavaClass> stack) {
        return type.getDirectDependenciesFromSelf().stream()
                .anyMatch(dependency -> stack.test(dependency.getTargetClass()));
    }
}
