// One API family of one library: its name, its version and what can be asked of it.

import java.util.ArrayList;
import java.util.List;

abstract class Codec {
    final String name;
    final String version;
    private final List<String> offers = new ArrayList<>();

    Codec(String name, String version) {
        this.name = name;
        this.version = version;
    }

    /** Who answers an offer that was declared. */
    abstract Offer open(String op, String encoding, String mode);

    final void declare(String op, String encoding, String mode) {
        offers.add(String.join(" ", op, encoding, mode));
    }

    final List<String> offers() {
        return offers;
    }
}
