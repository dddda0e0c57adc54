package dev.throughline.conversation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ImageSourceTest {

    @Test
    void dataUrlIsAPictureInTheRequest() {
        assertThat(ImageSource.of("data:image/png;base64,iVBO+/=="))
                .isEqualTo(new ImageSource.Inline("image/png", "iVBO+/=="));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://host/a.png",
                "https://host/?u=data:image/png;base64,AA",
                "data:image/svg+xml,%3Csvg;base64,",
                "data:;base64,AA",
                "data:image/png",
                ""
            })
    void everyOtherUrlIsALinkThatIsKeptAsItCame(String url) {
        assertThat(ImageSource.of(url)).isEqualTo(new ImageSource.Linked(url));
    }

    @ParameterizedTest
    @ValueSource(strings = {"data:image/jpeg;base64,AAEC", "data:image/png;name=a;base64,AA", "https://host/a.png"})
    void urlComesBackAsItWas(String url) {
        assertThat(ImageSource.of(url).url()).isEqualTo(url);
    }
}
