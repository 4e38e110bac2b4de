import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugins } from "@hey-api/openapi-ts";
import type { JsonObject } from "../../specs/json.ts";

/** Resolvers of one run: each changes what is written for a kind of schema, and returns undefined to leave it. */
export interface HeyApiResolvers {
  /** Writes types where it is given. */
  readonly types?: Plugins.HeyApiTypeScript.Resolvers;
  /** Writes validators where it is given. */
  readonly validators?: Plugins.Zod.Resolvers;
}

/** Source text of what was asked for; empty for what was not. */
export interface HeyApiOutput {
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
  const plugins = [
    ...(types ? [{ name: "@hey-api/typescript", $resolvers: types } as const] : []),
    ...(validators
      ? [
          {
            name: "zod",
            compatibilityVersion: "mini",
            // The types say it.
            comments: false,
            $resolvers: validators,
          } as const,
        ]
      : []),
  ];
  try {
    await createClient({
      input: document as never,
      output: { path: folder, module: { extension: ".ts" } },
      logs: { level: "silent", file: false },
      parser: { filters: { orphans: true } },
      plugins,
    });
    return {
      types: types ? await readFile(join(folder, "types.gen.ts"), "utf8") : "",
      validators: validators ? await readFile(join(folder, "zod.gen.ts"), "utf8") : "",
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
