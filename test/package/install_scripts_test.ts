import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

test("each dependency's install script is allowed or refused by name", async () => {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(new URL(`../../${name}`, import.meta.url), "utf8"));
  const { packages } = (await read("package-lock.json")) as {
    packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>;
  };
  const { allowScripts } = (await read("package.json")) as { allowScripts: object };
  const withScript = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/.*node_modules\//, ""));
  expect(withScript).toContain("esbuild");
  expect(new Set(Object.keys(allowScripts))).toEqual(new Set(withScript));
});
