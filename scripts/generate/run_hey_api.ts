import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "../specs/json.ts";
import { OPEN_SET } from "../specs/strength.ts";

/** What to generate from a merged spec. */
export interface HeyApiOptions {
  /** Types: amounts as text, as on the wire, or as `bigint`. */
  readonly types?: "wire" | "decoded";
  /** Validators: objects that keep unknown keys and amounts decoded, or plain ones over the wire shape. */
  readonly validators?: "decoding" | "wire";
}

/** Source text of what was asked for. */
export interface HeyApiOutput {
  readonly types: string;
  readonly validators: string;
}

const AMOUNT_FORMAT = "decimal-integer";

/** Runs the generator of types and validators; the only place that knows `@hey-api/openapi-ts`. */
export async function runHeyApi(spec: JsonObject, options: HeyApiOptions): Promise<HeyApiOutput> {
  // Loaded here, since it is slow to load: specs that are refused are refused without it.
  const { createClient } = await import("@hey-api/openapi-ts");
  const folder = await mkdtemp(join(tmpdir(), "generate-"));
  try {
    await createClient({
      input: spec as never,
      output: { path: folder, module: { extension: ".ts" } },
      logs: { level: "silent", file: false },
      parser: { filters: { orphans: true } },
      plugins: plugins(options) as never,
    });
    return {
      types: options.types ? await readFile(join(folder, "types.gen.ts"), "utf8") : "",
      validators: options.validators ? await readFile(join(folder, "zod.gen.ts"), "utf8") : "",
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function plugins({ types, validators }: HeyApiOptions): unknown[] {
  const list: unknown[] = [];
  if (types) {
    list.push({
      name: "@hey-api/typescript",
      $resolvers: { string: (ctx: StringContext) => resolveType(ctx, types) },
    });
  }
  if (validators) {
    const $resolvers =
      validators === "decoding" ? { string: resolveCodec, object: resolveLooseObject } : {};
    list.push({ name: "zod", compatibilityVersion: "mini", $resolvers });
  }
  return list;
}

/** What is used of the generator's contexts; its own types for them are not exported. */
interface StringContext {
  readonly schema: { readonly format?: string };
  readonly $: {
    (value: unknown): Node;
    readonly type: {
      (name: unknown): unknown;
      or(...types: unknown[]): unknown;
      and(...types: unknown[]): unknown;
      literal(value: string): unknown;
      object(): unknown;
    };
  };
  readonly plugin: {
    symbolOnce(name: string, options: object): unknown;
    readonly imports: { readonly z: unknown };
  };
}

interface ObjectContext extends StringContext {
  readonly schema: {
    readonly format?: string;
    readonly additionalProperties?: { readonly type?: string };
  };
  readonly nodes: { shape(context: ObjectContext): unknown };
}

interface Node {
  attr(name: string): Node;
  call(...values: unknown[]): Node;
}

function resolveType({ schema, $ }: StringContext, types: "wire" | "decoded"): unknown {
  if (schema.format === AMOUNT_FORMAT && types === "decoded") return $.type("bigint");
  if (!schema.format?.startsWith(OPEN_SET)) return undefined;
  const known = schema.format.slice(OPEN_SET.length).split("|");
  const anyText = $.type.and($.type("string"), $.type.object());
  return $.type.or(...known.map((value) => $.type.literal(value)), anyText);
}

function resolveCodec({ schema, plugin, $ }: StringContext): unknown {
  if (schema.format !== AMOUNT_FORMAT) return undefined;
  return $(plugin.symbolOnce("amountCodec", { external: "./codecs.gen.ts", importKind: "named" }));
}

function resolveLooseObject(context: ObjectContext): unknown {
  if (context.schema.additionalProperties?.type) return undefined;
  const { $, plugin, nodes } = context;
  return $(plugin.imports.z).attr("looseObject").call(nodes.shape(context));
}
