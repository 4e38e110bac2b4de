import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugins } from "@hey-api/openapi-ts";
import type { JsonObject } from "../../specs/json.ts";
import { HEADER } from "../_source_text.ts";

/** Resolvers of one run: each changes what is written for a kind of schema, and returns undefined to leave it. */
interface HeyApiResolvers {
  readonly types: Plugins.HeyApiTypeScript.Resolvers;
  readonly validators: Plugins.Zod.Resolvers;
}

/** Text of the generated types, and of the validators. */
interface HeyApiOutput {
  readonly types: string;
  readonly validators: string;
}

/** Runs `@hey-api/openapi-ts` on an OpenAPI document. */
export async function runHeyApi(
  document: JsonObject,
  { types, validators }: HeyApiResolvers,
): Promise<HeyApiOutput> {
  // Loaded here, since it takes long to load: specs that are refused are refused without it.
  const { createClient } = await import("@hey-api/openapi-ts");
  const folder = await mkdtemp(join(tmpdir(), "generate-"));
  try {
    await createClient({
      input: document as never,
      output: { path: folder, module: { extension: ".ts" } },
      logs: { level: "silent", file: false },
      parser: { filters: { orphans: true } },
      plugins: [
        { name: "@hey-api/typescript", $resolvers: types },
        // The types have the comments.
        { name: "zod", compatibilityVersion: "mini", comments: false, $resolvers: validators },
      ],
    });
    return {
      types: withHeader(await readFile(join(folder, "types.gen.ts"), "utf8")),
      validators: withBuilders(withHeader(await readFile(join(folder, "zod.gen.ts"), "utf8"))),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `text` below the header of generated files instead of that of hey-api. */
function withHeader(text: string): string {
  return HEADER + text.slice(text.indexOf("\n") + 1);
}

/**
 * Takes the functions that make schemas from `src/zod`, which are less code in a bundle, and says of each call of them that
 * it does nothing else, so that bundlers leave out those not used.
 */
function withBuilders(text: string): string {
  return text
    .replace(/'zod\/mini'/, "'../../zod/mod.ts'")
    .replace(/\bz(?:\.\w+)+\(/g, "/* @__PURE__ */ $&");
}
