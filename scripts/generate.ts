/**
 * Writes `src/generated` from `openapi.yaml` and `openrpc.json`, and builds `dist` anew where it is there.
 *
 * `--check` changes nothing: it lists the files that differ from what would be written, and exits 1. `--watch` goes on
 * after each change of a spec until Ctrl-C, whatever stands in it.
 */
import { join, resolve } from "node:path";
import { readFlags } from "./read_flags.ts";
import { ROOT } from "./run_tool.ts";

const options = readFlags("generate", {
  check: { type: "boolean" },
  specs: { type: "string" },
  output: { type: "string" },
  watch: { type: "boolean" },
});
if (options.check && options.watch) {
  console.error("Cannot run generate: --check and --watch exclude each other");
  process.exit(2);
}

// Once the flags are right: the generator takes a second to load.
const { checkGenerated, generate, generateOnChange } = await import("./generate/run.ts");
const start = options.check ? checkGenerated : options.watch ? generateOnChange : generate;
process.exitCode = await start({
  specs: resolve(options.specs ?? ROOT),
  output: resolve(options.output ?? join(ROOT, "src/generated")),
  builds: options.output === undefined,
});
