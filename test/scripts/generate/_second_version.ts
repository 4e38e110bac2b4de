import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../../scripts/run_tool.ts";

const SCHEMA = `
    BlockV2:
      description: A block of the second version.
      type: object
      required: [height, hash, gas]
      properties:
        height: { $ref: "#/components/schemas/Height", description: Its height., x-source: given }
        hash: { $ref: "#/components/schemas/Hash", description: Its hash., x-source: given }
        gas: { $ref: "#/components/schemas/Amount", description: Gas used., x-source: given }
      examples: [&blockV2 { height: 44, hash: "0x1b61ab9f3dc7b6286ceff99ecc3f024070b3907bbaadd7038e0fb10b43eda545", gas: "5" }]
      x-source: given
`;

const HANDLER = `
  async getBlockV2({ path }, { store }) {
    const found = await store.findBlock(path.identifier);
    if (!found) throw new RestServiceError("NOT_FOUND", \`No block \${path.identifier}\`);
    const { height, hash, gasUsed } = found.block;
    return { height, hash, gas: gasUsed.toString() };
  },
`;

/** A user's module that compiles only if the client's types tell the versions apart. */
export const PROBE = `import { createClient } from "./src/mod.ts";

const alpha = createClient("alpha", { endpoints: "http://127.0.0.1:1" });
const delta = createClient("delta", { endpoints: "http://127.0.0.1:1" });
export const first: Promise<number> = delta.getBlock(7).then((block) => block.number);
export const second: Promise<number> = delta.getBlockV2(7).then((block) => block.height);
export const gas: Promise<string | undefined> = delta.rest
  .GET("/v2/{segment}/blocks/{identifier}", { params: { path: { identifier: 7 } } })
  .then(({ data }) => data?.data.gas);

// @ts-expect-error the second version has no number
void delta.getBlockV2(7).then((block) => block.number);
// @ts-expect-error alpha has no second version
void alpha.getBlockV2;
`;

/** Lines of `/blocks/{identifier}` in `openapi.yaml`. */
export const FIRST = /^ {2}\/blocks\/\{identifier\}:\n(?: {4}.*\n|\n)+/m;

/** `openapi.yaml` with a second version of `getBlock`, as the guide has it; the first is deprecated. */
export async function withSecondVersion(openapi: string): Promise<string> {
  const guide = await readFile(join(ROOT, "docs/specs.md"), "utf8");
  const [, head = ""] = /```yaml\n( {2}\/v2\/[^]*?)```/.exec(guide) ?? [];
  const [first = ""] = FIRST.exec(openapi) ?? [];
  const second =
    head +
    first
      .slice(first.indexOf("      tags:"))
      .replace('schemas/Block"', 'schemas/BlockV2"')
      .replace("*block\n", "*blockV2\n")
      .replace("field: number", "field: height")
      .replace("[number, hash]", "[height, hash]")
      .replace(
        "{ height: number, hash: hash, parent: parentHash }",
        "{ height: height, hash: hash }",
      )
      .replace("x-safe: true\n", "x-safe: true\n      x-chains: [delta]\n");
  const deprecated = first.replace(
    "      operationId: getBlock\n",
    `$&      deprecated: true
      x-deprecated: { since: "2026-01-31", sunset: "2026-07-31", reason: Use getBlockV2 instead. }\n`,
  );
  return openapi
    .replace(FIRST, () => `${deprecated}${second}`)
    .replace("\n    # Chain\n", () => `${SCHEMA}\n    # Chain\n`);
}

/** The module of the service's handlers with that of the second version. */
export function addHandler(text: string): string {
  return text.replace("  // Blocks\n", () => HANDLER);
}
