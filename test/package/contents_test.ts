import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { ROOT } from "./_install_packed.ts";

/** Bytes of the installed package, and of its tarball. */
const BOUNDS = { unpacked: 9_500_000, packed: 2_000_000 };

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

let packed: Packed;
let paths: readonly string[];

beforeAll(async () => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: ROOT, maxBuffer: 1e7 });
  // An array, or since npm 12 an object by package.
  [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>) as [Packed];
  paths = packed.files.map(({ path }) => path);
}, 60_000);

test("the package holds what programs import, its sources, the guides and the page of the documents", () => {
  // The site is there where it was built: publishing builds it.
  const others = paths.filter((path) => !/^(?:dist|src)\//.test(path));
  const guides = others.filter((path) => /^docs\/\w+\.md$/.test(path));
  const site = ["site/index.html", "site/openapi.json", "site/openrpc.json"];
  const fixed = ["CHANGELOG.md", "LICENSE", "README.md", "package.json"];
  expect(guides).toContain("docs/events.md");
  expect(others.filter((path) => ![...guides, ...site, ...fixed].includes(path))).toEqual([]);
  expect(others).toEqual(expect.arrayContaining(fixed));
  expect(paths.filter((path) => /_test\.|\/\./.test(path))).toEqual([]);
});

test("each file that the manifest names is in the package", async () => {
  const text = await readFile(join(ROOT, "package.json"), "utf8");
  const { exports, bin } = JSON.parse(text) as { exports: object; bin: object };
  const named = JSON.stringify([exports, bin]).match(/(?<="\.\/)(?:dist)\/[^"]+/g) ?? [];
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !paths.includes(path))).toEqual([]);
});

test("the package stays small", () => {
  expect(packed.unpackedSize).toBeLessThan(BOUNDS.unpacked);
  expect(packed.size).toBeLessThan(BOUNDS.packed);
});
