// A data line that was not put to the codec; the message is the answer.

final class Unanswered extends Exception {
    private static final long serialVersionUID = 1;

    private Unanswered(String answer) {
        super(answer, null, false, false);
    }

    static Unanswered failed(String why) {
        return new Unanswered("failed ".concat(why));
    }

    static Unanswered impossible(String why) {
        return new Unanswered("impossible ".concat(why));
    }
}
