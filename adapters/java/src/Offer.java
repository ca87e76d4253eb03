// An op of a codec in one encoding and one mode: answers data lines.

interface Offer {
    /** Writes the answer to the fields of this line, without the end of line. */
    void answer(Line line, Answer answer) throws Unanswered;
}
