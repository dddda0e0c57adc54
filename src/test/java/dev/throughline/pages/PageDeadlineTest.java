package dev.throughline.pages;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.throughline.rest.ProblemException;
import dev.throughline.rest.ProblemType;
import dev.throughline.run.api.DatabaseWatch.DatabaseState;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PageDeadlineTest {
    private static final Duration SOON = Duration.ofMillis(100);
    private static final JavaClasses PAGES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.throughline.pages");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void aPageThatTakesLongIsWaitedForWhileTheDatabaseAnswers() {
        var asked = new AtomicInteger();
        Uni<DatabaseState> ready = Uni.createFrom().item(() -> {
            asked.incrementAndGet();
            return new DatabaseState.Ready();
        });
        Uni<String> page = Uni.createFrom().item("page").onItem().delayIt().by(SOON.multipliedBy(3));

        assertThat(PageDeadline.within(SOON, ready, page).await().atMost(PATIENCE))
                .isEqualTo("page");
        assertThat(asked).hasValueGreaterThan(1);
    }

    @Test
    void aPageFailsOnceTheDatabaseDoesNotAnswer() {
        var asked = new AtomicInteger();
        Uni<DatabaseState> later = Uni.createFrom()
                .item(() -> asked.incrementAndGet() < 3
                        ? new DatabaseState.Ready()
                        : new DatabaseState.NotReady("it does not respond"));

        assertThatThrownBy(
                        () -> PageDeadline.within(SOON, later, Uni.createFrom().nothing())
                                .await()
                                .atMost(PATIENCE))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("The database has not answered");
    }

    @Test
    void aPageThatIsNeverReadyDoesNotBlameTheDatabaseThatAnswers() {
        Uni<DatabaseState> ready = Uni.createFrom().item(new DatabaseState.Ready());

        assertThatThrownBy(
                        () -> PageDeadline.within(SOON, ready, Uni.createFrom().nothing())
                                .await()
                                .atMost(PATIENCE))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("although the database answers");
    }

    @Test
    void theFailureOfAPageIsItsOwn() {
        assertThatThrownBy(() -> PageDeadline.within(
                                SOON,
                                Uni.createFrom().nothing(),
                                Uni.createFrom().failure(new IllegalStateException("broken")))
                        .await()
                        .atMost(PATIENCE))
                .hasMessage("broken");
    }

    @Test
    void noOtherPageSaysThatTheDatabaseIsUnavailable() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(PageDeadline.class)
                .should()
                .accessField(ProblemType.class, "UNAVAILABLE")
                .because("only the watch over the database knows whether it answers")
                .check(PAGES);
    }

    @Test
    void everyPageHasADeadline() {
        classes()
                .that()
                .areAnnotatedWith(Path.class)
                .and()
                // Its pages are read from the program, never from the database.
                .doNotHaveSimpleName("HelpPageResource")
                .should()
                .beAnnotatedWith(WithPageDeadline.class)
                .because("a frozen database must not keep a browser waiting")
                .check(PAGES);
    }
}
