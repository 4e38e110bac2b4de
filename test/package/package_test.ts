import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, posix, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderOf, INPUTS } from "../../scripts/artifacts.ts";
import { entryNames, type Packed, ROOT } from "./_install_packed.ts";
import {
  COMPILERS,
  compileProject,
  FILES,
  makeStrictProject,
  OPTIONS,
  RESOLUTIONS,
  writeProject,
} from "./_strict_project.ts";

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 180_000;

/** Bytes of the installed package, and of its tarball, with 3 % of air: the guides and the reference are a seventh of both. */
const BOUNDS = { unpacked: 16_700_000, packed: 4_050_000 };

/**
 * Imports modules one after the other and prints for each what it changed of what is global, beside the two names that zod
 * keeps there, and what it left running.
 */
const PROBE = `
const owners = ["", "Object", "Array", "String", "Number", "BigInt", "Promise", "Map", "Set", "Error", "Function", "Date"];
const look = () => new Map(owners.flatMap((owner) => {
  const object = owner === "" ? globalThis : globalThis[owner].prototype;
  return Reflect.ownKeys(object).map((key) => [owner + " " + String(key), Object.getOwnPropertyDescriptor(object, key)]);
}));
Object.getOwnPropertyNames(globalThis).forEach((name) => globalThis[name]);
const found = [];
for (const name of process.argv.slice(2)) {
  const before = look();
  const running = process.getActiveResourcesInfo().length;
  const entry = await import(name);
  const after = look();
  const changed = [...after].filter(([key, { value, get }]) => !Object.is(before.get(key)?.value, value) || before.get(key)?.get !== get);
  found.push({ name, exports: Object.keys(entry).length > 0, changed: changed.map(([key]) => key).filter((key) => !key.startsWith(" __zod_")), left: process.getActiveResourcesInfo().slice(running) });
}
console.log(JSON.stringify(found));
`;

let folder: string;
let packed: Packed;

/** The package is packed and installed once. */
beforeAll(async () => {
  ({ folder, packed } = await makeStrictProject());
  await writeFile(join(folder, "probe.mjs"), PROBE);
  await writeFile(
    join(folder, "patch.mjs"),
    "Array.prototype.last = () => 1;\nexport const a = 1;",
  );
}, SLOW);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("its contents", () => {
  test("the package holds what programs import, its sources, the guides and examples, the page of the documents and the explorer", () => {
    const paths = packed.files.map(({ path }) => path);
    const others = paths.filter((path) => !/^(?:dist|src)\//.test(path));
    const guides = others.filter((path) => /^docs\/\w+\.(?:md|png)$/.test(path));
    const explorer = others.filter((path) =>
      /^explorer\/dist\/(?:\w+\.(?:html|ico)|assets\/\w[\w.-]*|LICENCES\.txt)$/.test(path),
    );
    const site = others.filter((path) =>
      /^packed\/[\w./-]+\.(?:html|json|md|txt|yaml)$/.test(path),
    );
    const specs = ["openapi.yaml", "openrpc.json", "flows.arazzo.yaml"];
    const examples = others.filter((path) => /^examples\/[\w/.]+\.(?:html|tsx?)$/.test(path));
    const fixed = [
      ...specs,
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "LICENSE",
      "README.md",
      "package.json",
    ];
    expect(guides).toContain("docs/events.md");
    expect(examples).toContain("examples/first_call.ts");
    expect(
      others.filter(
        (path) => ![...guides, ...examples, ...site, ...explorer, ...fixed].includes(path),
      ),
    ).toEqual([]);
    expect(others).toEqual(expect.arrayContaining(fixed));
    expect(paths.filter((path) => /_test\.|\/\./.test(path))).toEqual([]);
  });

  test("counts as stale after a change of any file that it holds", () => {
    expect(packed.files.length).toBeGreaterThan(1_000);
    const built = (["dist", "packed", "explorer"] as const).map((name) =>
      relative(ROOT, folderOf(name)),
    );
    const isBelow = (path: string) => (part: string) =>
      path === part || path.startsWith(`${part}/`);
    const others = packed.files.filter(({ path }) => ![...INPUTS, ...built].some(isBelow(path)));
    expect(others).toEqual([]);
  });

  test("each link of its guides to a file leads to one, and what a guide is to hold is there", async () => {
    const root = join(folder, "node_modules/alphadelta");
    const paths = new Set(packed.files.flatMap(({ path }) => [path, posix.dirname(path)]));
    const faults: string[] = [];
    for (const path of [...paths].filter(
      (name) => /^[^/]*\.md$|^docs\//.test(name) && name.endsWith(".md"),
    )) {
      const text = await readFile(join(root, path), "utf8");
      const links = [...text.matchAll(/\]\(([^)\s#:]+)(?:#[^)]*)?\)/g)].map(([, to = ""]) => to);
      const dead = links.filter((to) => !paths.has(posix.join(posix.dirname(path), to)));
      const empty = [...text.matchAll(/<!-- \w[^>]*-->\s*<!-- \/.*-->/g)].map(([block]) => block);
      faults.push(...[...dead, ...empty].map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  test("installing it runs no script, so that npm asks for no leave to", async () => {
    const text = await readFile(join(folder, "node_modules/alphadelta/package.json"), "utf8");
    const { scripts } = JSON.parse(text) as { scripts: object };
    const atInstallation = ["preinstall", "install", "postinstall", "prepare"];
    expect(Object.keys(scripts).filter((name) => atInstallation.includes(name))).toEqual([]);
  });

  test("each file that the manifest names is in the package", async () => {
    const paths = packed.files.map(({ path }) => path);
    const text = await readFile(join(ROOT, "package.json"), "utf8");
    const { exports, bin } = JSON.parse(text) as { exports: object; bin: object };
    const named = JSON.stringify([exports, bin]).match(/(?<="\.\/)(?:dist)\/[^"]+/g) ?? [];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !paths.includes(path))).toEqual([]);
  });

  test("the package stays small", () => {
    expect(packed.unpackedSize).toBeLessThan(BOUNDS.unpacked);
    expect(packed.size).toBeLessThan(BOUNDS.packed);
  });
});

describe("its types", () => {
  test("a strict project of a bundler compiles", { timeout: SLOW }, async () => {
    expect(await compileProject(folder, COMPILERS["7"], RESOLUTIONS.bundler)).toBe("");
  });

  test(
    "a project with `lib` ES2022 compiles beside the types of Node",
    { timeout: SLOW },
    async () => {
      const typeRoots = [join(ROOT, "node_modules/@types")];
      const options = { ...OPTIONS, lib: ["es2022"], types: ["node"], typeRoots };
      await writeProject(folder, ["every_entry.ts"], options);
      expect(await compileProject(folder, COMPILERS["7"], RESOLUTIONS.nodenext)).toBe("");
      await writeProject(folder, FILES);
    },
  );

  describe("in a project that names no lib, down to es2022", () => {
    let faults: string;

    /** One program for all: the compiler reads the package's declarations once. */
    beforeAll(async () => {
      const text = await readFile(join(folder, "consumer.ts"), "utf8");
      await writeFile(join(folder, "wrong.ts"), text.replaceAll("// @ts-expect-error", "//"));
      const { lib: _, ...options } = OPTIONS;
      await writeProject(folder, [...FILES, "exported_results.ts", "wrong.ts"], {
        ...options,
        noEmit: false,
        outDir: "declared",
        declaration: true,
      });
      faults = await compileProject(folder, COMPILERS["7"], RESOLUTIONS.nodenext);
      await writeProject(folder, FILES);
    }, SLOW);

    test("right uses compile", () => {
      const lines = faults.split("\n").filter((line) => /^\S/.test(line));
      expect(lines.filter((line) => !line.startsWith("wrong.ts"))).toEqual([]);
    });

    test("results of calls can be exported without type annotations", async () => {
      const declared = await readFile(join(folder, "declared/exported_results.d.ts"), "utf8");
      expect(declared).toContain('import("alphadelta").Block');
    });

    test("wrong uses do not compile", () => {
      expect(faults.match(/error TS\d+/g)).toEqual([
        "error TS2339",
        "error TS2345",
        "error TS2345",
        // Which of them says it depends on what was checked before.
        expect.stringMatching(/^error TS(?:2322|2375)$/),
      ]);
    });
  });
});

describe("its entries", () => {
  test(
    "no entry changes anything global or leaves anything running",
    { timeout: SLOW },
    async () => {
      const names = await entryNames();
      // The types of subscriptions: a client makes them.
      const hasValues = (name: string): boolean => name !== "alphadelta/events";
      const expected = names.map((name) => ({
        ...{ name, exports: hasValues(name), changed: [], left: [] },
      }));
      expect(await probe(...names)).toEqual(expected);
    },
  );

  test("the probe sees a change of a global object", async () => {
    const found = await probe("alphadelta/units", "./patch.mjs");
    expect(found).toMatchObject([{ changed: [] }, { changed: ["Array last"] }]);
  });
});

async function probe(...names: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ["probe.mjs", ...names], {
    cwd: folder,
  });
  return JSON.parse(stdout);
}
