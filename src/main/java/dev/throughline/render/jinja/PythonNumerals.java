package dev.throughline.render.jinja;

/// The characters that Python takes for digits and numbers.
final class PythonNumerals {
    private static final String IDEOGRAPHS = "\u3405\u3483\u382a\u3b4d\u4e00\u4e03\u4e07\u4e09\u4e5d\u4e8c\u4e94\u4e96"
            + "\u4ebf\u4ec0\u4edf\u4ee8\u4f0d\u4f70\u5104\u5146\u5169\u516b\u516d\u5341"
            + "\u5343\u5344\u5345\u534c\u53c1\u53c2\u53c3\u53c4\u56db\u58f1\u58f9\u5e7a"
            + "\u5efe\u5eff\u5f0c\u5f0d\u5f0e\u5f10\u62fe\u634c\u67d2\u6f06\u7396\u767e"
            + "\u8086\u842c\u8cae\u8cb3\u8d30\u9621\u9646\u964c\u9678\u96f6\u3007";
    private static final int MOST = 9;

    private PythonNumerals() {}

    /// As `str.isdigit`: decimal digits, and superscripts and circled ones among others.
    static boolean isDigit(int c) {
        int value = Character.getNumericValue(c);
        return Character.isDigit(c) || Character.getType(c) == Character.OTHER_NUMBER && value >= 0 && value <= MOST;
    }

    /// As `str.isnumeric`: also fractions, Roman numerals and the usual ideographs.
    static boolean isNumeric(int c) {
        int type = Character.getType(c);
        return type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.LETTER_NUMBER
                || type == Character.OTHER_NUMBER
                || IDEOGRAPHS.indexOf(c) >= 0;
    }
}
