// The conversation: blocks of a header, data lines and an empty line.

import java.io.IOException;
import java.util.List;

final class Protocol {
    private static final Offer UNKNOWN = new Offer() {
        @Override
        public void answer(Line line, Answer answer) throws Unanswered {
            throw Unanswered.failed("unknown header");
        }
    };

    private final String adapter;
    private final List<Codec> codecs;

    Protocol(String adapter, List<Codec> codecs) {
        this.adapter = adapter;
        this.codecs = codecs;
    }

    void converse(Input input, Answer answer) throws IOException {
        Line line = new Line();
        while (input.next(line)) {
            if (line.isEmpty()) {
                continue;
            }
            String header = line.text();
            boolean ended = header.startsWith("hello ")
                    ? greet(input, line, answer)
                    : ask(open(header), input, line, answer);
            if (ended) {
                answer.endLine();
            }
            answer.flush();
        }
    }

    /** Answers the data lines; whether an empty line ended them, and not the end of the input. */
    private static boolean ask(Offer offer, Input input, Line line, Answer answer) throws IOException {
        while (input.next(line)) {
            if (line.isEmpty()) {
                return true;
            }
            try {
                offer.answer(line, answer);
            } catch (Unanswered unanswered) {
                answer.restartLine();
                answer.text(unanswered.getMessage());
            }
            answer.endLine();
        }
        return false;
    }

    private boolean greet(Input input, Line line, Answer answer) throws IOException {
        answer.text(hello());
        answer.endLine();
        while (input.next(line)) {
            if (line.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private Offer open(String header) {
        String[] words = header.split(" ", -1);
        if (words.length == 4) {
            String offer = String.join(" ", words[0], words[2], words[3]);
            for (Codec codec : codecs) {
                if (codec.name.equals(words[1]) && codec.offers().contains(offer)) {
                    return codec.open(words[0], words[2], words[3]);
                }
            }
        }
        return UNKNOWN;
    }

    private String hello() {
        StringBuilder json = new StringBuilder("{\"protocol\":1,\"adapter\":\"").append(adapter);
        String separator = "\",\"codecs\":[";
        for (Codec codec : codecs) {
            json.append(separator).append("{\"name\":\"").append(codec.name);
            json.append("\",\"version\":\"").append(codec.version).append("\",\"offers\":[\"");
            json.append(String.join("\",\"", codec.offers())).append("\"]}");
            separator = ",";
        }
        return json.append("]}").toString();
    }
}
