// The jars that this program was started with.

import java.io.File;

final class Jar {
    private static final String[] PATH = System.getProperty("java.class.path").split(File.pathSeparator);

    private Jar() {}

    /** The version of a library, as the name of its jar has it: nothing of it needs to be loaded. */
    static String version(String artifact) {
        for (String entry : PATH) {
            String name = new File(entry).getName();
            if (name.matches(artifact + "-[0-9].*[.]jar")) {
                return name.substring(artifact.length() + 1, name.length() - ".jar".length());
            }
        }
        throw new IllegalStateException(artifact + " is not on the class path");
    }
}
