import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

test("each install script is allowed or refused by name, and zod has one version", async () => {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(new URL(`../../${name}`, import.meta.url), "utf8"));
  const { packages } = (await read("package-lock.json")) as {
    packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>;
  };
  const { allowScripts, dependencies } = (await read("package.json")) as {
    allowScripts: Readonly<Record<string, boolean>>;
    dependencies: Readonly<Record<string, string>>;
  };
  const withScript = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/.*node_modules\//, ""));
  expect(withScript).toContain("esbuild");
  expect(new Set(Object.keys(allowScripts))).toEqual(new Set(withScript));
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  // They install a program; the others ask for support or report who installs them.
  expect(allowed).toEqual(["node", "esbuild"]);
  // The validators rest on more than what is public of it.
  expect(dependencies["zod"]).toMatch(/^\d+\.\d+\.\d+$/);
});
