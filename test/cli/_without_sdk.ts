/** Makes `@opentelemetry/sdk-node` a package that is not installed; loaded with `--import`. */
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== "@opentelemetry/sdk-node") return next(specifier, context);
    throw Object.assign(new Error("Not installed"), { code: "ERR_MODULE_NOT_FOUND" });
  },
});
