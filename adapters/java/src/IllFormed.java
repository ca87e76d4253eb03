// The refusal of a codec, as far as its API tells of it.

final class IllFormed extends Exception {
    private static final long serialVersionUID = 1;
    private static final int UNTOLD = -1;
    private static final IllFormed SOMEWHERE = new IllFormed(UNTOLD, UNTOLD);

    final int offset;
    private final int size;

    private IllFormed(int offset, int size) {
        super(null, null, false, false);
        this.offset = offset;
        this.size = size;
    }

    static IllFormed somewhere() {
        return SOMEWHERE;
    }

    static IllFormed at(int offset) {
        return new IllFormed(offset, UNTOLD);
    }

    static IllFormed at(int offset, int size) {
        return new IllFormed(offset, size);
    }

    boolean isPlaced() {
        return offset != UNTOLD;
    }

    /** In bytes, for a decoder. */
    void place(Answer answer) {
        answer.text("error ");
        answer.text(told(offset));
        answer.text(" ");
        answer.text(told(size));
    }

    /** The index of a code point, for an encoder. */
    void index(Answer answer) {
        answer.text("error ");
        answer.text(told(offset));
    }

    private static String told(int value) {
        return value == UNTOLD ? "?" : Integer.toString(value);
    }
}
