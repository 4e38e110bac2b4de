import { basename, join, relative } from "node:path";
import { readTool, ROOT } from "../run_tool.ts";
import { bundleOpenrpc } from "./bundle_openrpc.ts";
import { arrayAt, textAt } from "./json.ts";
import { RULE_STAGES } from "./rules/mod.ts";
import { type Problem, SpecError, type SpecFile } from "./spec_file.ts";
import { FILES, followRef, loadSpecs, type Specs } from "./specs.ts";

/** Specs that have passed our rules, while the linters of others still run. */
export interface CheckedSpecs {
  readonly specs: Specs;
  /** Rejects with a {@linkcode SpecError} if one of them finds something. */
  readonly linted: Promise<void>;
}

/** Reads both specs from `folder` and checks them by every rule. */
export async function readSpecs(folder: string): Promise<CheckedSpecs> {
  const specs = await loadSpecs(folder);
  checkSpecs(specs);
  const linted = lintSpecs(folder, specs).then((problems) => {
    if (problems.length > 0) throw new SpecError(problems);
  });
  // A later reader of the promise gets the rejection; until then it is not unhandled.
  linted.catch(() => {});
  return { specs, linted };
}

/** Checks both specs by every rule, up to the first stage of rules that finds a problem. */
export function checkSpecs(specs: Specs): void {
  for (const rules of RULE_STAGES) {
    const problems = Object.values(rules).flatMap((rule) => rule(specs));
    if (problems.length > 0) throw new SpecError(problems);
  }
}

/** A problem as Redocly writes it. */
interface Finding {
  readonly ruleId: string;
  readonly severity: "error" | "warn";
  readonly message: string;
  readonly location: readonly {
    readonly source: { readonly ref: string };
    readonly start?: { readonly line: number };
    readonly pointer?: string;
  }[];
  readonly suggest: readonly string[];
}

/** Findings of other linters in the specs in `folder`: Redocly, and a reader of OpenRPC. */
export async function lintSpecs(folder: string, specs: Specs): Promise<Problem[]> {
  const found = await Promise.all([byRedocly(folder, specs), byOpenrpcReader(specs)]);
  return found.flat();
}

async function byRedocly(folder: string, specs: Specs): Promise<Problem[]> {
  const files = FILES.map((file) => relative(ROOT, join(folder, file)));
  const config = ["--format=json", "--config=redocly.yaml"];
  const output = await readTool("redocly", ["lint", ...config, ...files]);
  if (!output.startsWith("{")) throw new Error(`Cannot lint the specs: ${output}`);
  // One object for each file, one behind the other.
  const reports = JSON.parse(`[${output.replaceAll(/^\}\s*\{/gm, "},{")}]`) as {
    readonly problems: readonly Finding[];
  }[];
  const findings = reports.flatMap(({ problems }) => problems);
  return findings
    .filter(({ severity }) => severity === "error")
    .map((finding) => problemOf(finding, specs));
}

function problemOf({ ruleId, message, location, suggest }: Finding, specs: Specs): Problem {
  const [place] = location;
  const file = basename(place?.source.ref ?? "");
  const { openapi, openrpc } = specs;
  const { value } = followRef(
    specs,
    file === openrpc.file ? openrpc : openapi,
    place?.pointer ?? "",
  );
  const isShown = typeof value !== "string" || value.length > 40 || message.includes(value);
  const found = isShown ? "" : `, got "${value}"`;
  const tags = arrayAt(openapi.value, "tags").map((tag) => textAt(tag, "name"));
  const remedy = REMEDIES[ruleId]?.replace("TAGS", tags.join(", "));
  return {
    file,
    line: place?.start?.line ?? 1,
    message: `${message.replaceAll(/\s*\n\s*/g, " ").replace(/\.$/, "")}${found}`,
    fix:
      suggest.length > 0
        ? `Did you mean ${suggest.join(" or ")}?`
        : (remedy ?? `Fix it by the rule ${ruleId} of redocly.yaml.`),
  };
}

/** Remedies by the rule of Redocly, for faults that no rule of our own finds. */
const REMEDIES: Readonly<Record<string, string>> = {
  "info-license":
    "Add `license` to `info`, with a `name` and an `identifier`: `{ name: MIT, identifier: MIT }`.",
  "info-license-strict": "Add an `identifier` to the license, such as MIT, or a `url`.",
  "no-ambiguous-paths": "Begin one of the two paths with another fixed part.",
  "no-duplicated-tag-names": "Write each tag once.",
  "no-illogical-composition-keywords":
    "Write each schema once and none that is empty; one alone stands without `allOf`, `anyOf` and `oneOf`.",
  "no-mixed-number-range-constraints": "Write one of the two, the narrower.",
  "no-server-variables-empty-enum": "Write a `default` that is in the `enum`.",
  "no-unsafe-markdown": "Write it without the tag.",
  "operation-4xx-response":
    'Add an answer to a wrong request: `"400": { $ref: "#/components/responses/InvalidParam" }`.',
  "operation-parameters-unique": "Rename or remove one of the two.",
  "operation-tag-defined": "Write one of TAGS as its tag, or add the tag to `tags` at the root.",
  "path-parameters-defined":
    "Let the path and the parameters with `in: path` name the same: add or remove one or the other.",
  "security-defined": "Write the name of a scheme of components.securitySchemes, or add it there.",
  "spec-components-invalid-map-name": "Write letters, digits, dots, hyphens and underscores.",
  struct: "Write what OpenAPI 3.1 has at this place.",
  "tag-description": "Add a `description` of the operations that have the tag.",
};

/** Errors by the meta-schema of OpenRPC. */
interface Violation {
  /** Such as `.components.errors['ParseError']`. */
  readonly dataPath: string;
  readonly message: string;
  readonly params: object;
}

/** An independent reader of OpenRPC, on the self-contained spec. */
export async function byOpenrpcReader(specs: Specs): Promise<Problem[]> {
  const { validateOpenRPCDocument } = await import("@open-rpc/schema-utils-js");
  const { openrpc } = specs;
  let verdict: true | Error;
  try {
    verdict = validateOpenRPCDocument(bundleOpenrpc(specs) as never);
  } catch (error) {
    return [extensionProblem(openrpc, error)];
  }
  if (verdict === true) return [];
  const { message } = verdict;
  const list = JSON.parse(message.slice(message.indexOf("["))) as Violation[];
  return list.map(({ dataPath, message: what, params }) =>
    openrpc.problem(
      dataPath.match(/[^.[\]']+/g) ?? [],
      `${what}: ${JSON.stringify(params)}`,
      "Fix it as the OpenRPC 1.3 specification requires.",
    ),
  );
}

/** The reader takes the schemas of extensions into its own, and throws where one is none: that of which row. */
function extensionProblem(openrpc: SpecFile, error: unknown): Problem {
  const [, name, fault = ""] = /\['(x-[^']+)'\][. ]*([^,\n]*)/.exec(String(error)) ?? [];
  if (name === undefined) throw error;
  const rows = arrayAt(openrpc.value, "x-extensions");
  const row = rows.findIndex((each) => textAt(each, "name") === name);
  const what = `the schema of the extension ${name} is no JSON Schema of draft 7: ${fault}`;
  return openrpc.problem(["x-extensions", row, "schema"], what, "Fix it, or write `{}`.");
}
