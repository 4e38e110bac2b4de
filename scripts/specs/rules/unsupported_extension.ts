import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { objectAt, type Path, textAt, visit } from "../json.ts";
import { isExample } from "../schemas_of.ts";
import type { SpecFile } from "../spec_file.ts";
import { EXTENSIONS } from "./_extensions.ts";
import { shorten } from "./_shorten.ts";

/** Each key that begins with `x-` is known, and holds what it is for. */
export function unsupportedExtension({ openapi, openrpc }: Specs): Problem[] {
  const segments = Object.values(objectAt(openapi.value, "x-segments"));
  const chains = [...new Set(segments.map((segment) => textAt(segment, "chain")))];
  return [openapi, openrpc].flatMap((spec) =>
    extensionPaths(spec).flatMap((path) => extensionProblems(spec, path, chains)),
  );
}

function extensionPaths(spec: SpecFile): Path[] {
  const paths: Path[] = [];
  visit(spec.value, (_, path) => {
    const key = path.at(-1);
    // The names of properties and headers are anyone's.
    const isName = path.at(-2) === "properties" || path.at(-2) === "headers";
    if (typeof key !== "string" || !key.startsWith("x-") || isName) return;
    if (!isExample(path.slice(0, -1))) paths.push(path);
  });
  return paths;
}

function extensionProblems(spec: SpecFile, path: Path, chains: readonly string[]): Problem[] {
  const key = String(path.at(-1));
  const extension = EXTENSIONS[key];
  if (!extension) {
    const fix = `Use ${Object.keys(EXTENSIONS).join(", ")}, or add it to the rule unsupportedExtension.`;
    return [spec.problem(path, `unknown extension "${key}"`, fix)];
  }
  const value = spec.at(path) ?? null;
  if (extension.fits(value, chains)) return [];
  const known = key === "x-chains" || key === "x-values-by-chain" ? `; ${chainsOf(chains)}` : "";
  const message = `extension "${key}" cannot be ${shorten(value)}`;
  return [spec.problem(path, message, `Write ${extension.expected}${known}.`)];
}

function chainsOf(chains: readonly string[]): string {
  return `the chains of x-segments are ${chains.join(", ")}`;
}
