// Puts the twins between the adapter and the packages that it imports.
import { register } from "node:module";
import { wrapClasses } from "./twins.mjs";

register("./hooks.mjs", import.meta.url);

// fast-text-encoding adds its classes to a window, when its source is run as a function of one.
globalThis.Function = new Proxy(Function, {
  construct(target, texts) {
    const run = Reflect.construct(target, texts);
    if (texts[0] !== "window") return run;
    return (window, ...rest) => {
      run(window, ...rest);
      wrapClasses(window);
    };
  },
});
