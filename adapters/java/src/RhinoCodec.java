// Rhino: decodeURIComponent of a string in which every byte is percent-encoded, encodeURIComponent.
//
// A URIError has no offset.

import org.mozilla.javascript.Context;
import org.mozilla.javascript.EcmaError;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.Scriptable;

final class RhinoCodec extends FunctionCodec {
    RhinoCodec() {
        super("rhino", Jar.version("rhino-runtime"));
        decodesWhole("UTF-8", "strict", (bytes, from, to) ->
                Script.DECODE.call(Percent.encoded(bytes, from, to)));
        encodes("UTF-8", "strict", string -> Percent.decoded(Script.ENCODE.call(string)));
    }

    /** A function of the global object, in a context that stays open. */
    private static final class Script {
        private static final Context CONTEXT = Context.enter();
        private static final Scriptable GLOBAL = CONTEXT.initSafeStandardObjects();
        static final Script DECODE = new Script("decodeURIComponent");
        static final Script ENCODE = new Script("encodeURIComponent");

        private final Function function;

        private Script(String name) {
            function = (Function) GLOBAL.get(name, GLOBAL);
        }

        String call(String argument) throws IllFormed {
            try {
                return Context.toString(function.call(CONTEXT, GLOBAL, GLOBAL, new Object[] {argument}));
            } catch (EcmaError uriError) {
                throw IllFormed.somewhere();
            }
        }
    }
}
