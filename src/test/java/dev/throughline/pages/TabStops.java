package dev.throughline.pages;

import com.microsoft.playwright.Page;
import java.util.List;
import java.util.stream.IntStream;

/// The elements of a page that a keyboard should reach, in the order in which they stand.
final class TabStops {
    private static final String STOPS = """
            (() => {
              const all = 'a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex]';
              return [...document.querySelectorAll(all)].filter(one => !one.disabled && !one.hidden
                && one.getAttribute('tabindex') !== '-1'
                && one.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true}));
            })()""";
    private static final String VISIBLE = """
            () => {
              const one = document.activeElement;
              if (one === document.body) return true;
              const style = getComputedStyle(one), box = one.getBoundingClientRect();
              return one.matches(':focus-visible') && style.outlineStyle !== 'none'
                && parseFloat(style.outlineWidth) >= 2 && box.width > 0 && box.height > 0
                && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
            }""";

    /// Position of the first, and of none: the focus leaves the page behind its last element, for the browser's own
    /// controls where it has some, else from the start again.
    static final int FIRST = 0;

    static final int NONE = -1;

    private TabStops() {}

    /// How many there are.
    static int number(Page page) {
        return (Integer) page.evaluate(STOPS + ".length");
    }

    /// The position of the focused one, -1 for none of them.
    static int current(Page page) {
        return (Integer) page.evaluate(STOPS + ".indexOf(document.activeElement)");
    }

    /// Whether the focus shows within the window; also true where nothing has it.
    static boolean isFocusVisible(Page page) {
        return (Boolean) page.evaluate(VISIBLE);
    }

    static String describe(Page page) {
        return (String) page.evaluate("() => document.activeElement.outerHTML.slice(0, 160)");
    }

    static List<Integer> inOrder(int stops) {
        return IntStream.range(FIRST, stops).boxed().toList();
    }
}
