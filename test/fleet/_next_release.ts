/** Makes a process one of the next release, whose schema has a version more; loaded before the program. */
import { registerHooks } from "node:module";
import { NEXT_VERSION } from "./_next_version.ts";

const VERSION = /\bSCHEMA_VERSION ?= ?MIGRATIONS\b/;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const text = url.includes("/dist/cli/") ? String(loaded.source) : "";
    if (!VERSION.test(text)) return loaded;
    const added = `SCHEMA_VERSION=(MIGRATIONS.push(${JSON.stringify(NEXT_VERSION)}),MIGRATIONS)`;
    return { ...loaded, source: text.replace(VERSION, added) };
  },
});
