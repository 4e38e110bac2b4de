import { basename, join, relative } from "node:path";
import { readTool, ROOT } from "../run_tool.ts";
import { bundleOpenrpc } from "./bundle_openrpc.ts";
import type { Problem } from "./spec_error.ts";
import { FILES, type Specs } from "./specs.ts";

/** A problem as Redocly writes it. */
interface Finding {
  readonly ruleId: string;
  readonly severity: "error" | "warn";
  readonly message: string;
  readonly location: readonly {
    readonly source: { readonly ref: string };
    readonly start?: { readonly line: number };
  }[];
  readonly reference?: string;
  readonly suggest: readonly string[];
}

/** Findings of other linters in the specs in `folder`: Redocly, and a reader of OpenRPC. */
export async function lintSpecs(folder: string, specs: Specs): Promise<Problem[]> {
  const found = await Promise.all([byRedocly(folder), byOpenrpcReader(specs)]);
  return found.flat();
}

async function byRedocly(folder: string): Promise<Problem[]> {
  const files = FILES.map((file) => relative(ROOT, join(folder, file)));
  const config = ["--format=json", "--config=redocly.yaml"];
  const output = await readTool("redocly", ["lint", ...config, ...files]);
  if (!output.startsWith("{")) throw new Error(`Cannot lint the specs: ${output}`);
  // One object for each file, one behind the other.
  const reports = JSON.parse(`[${output.replaceAll(/^\}\s*\{/gm, "},{")}]`) as {
    readonly problems: readonly Finding[];
  }[];
  const findings = reports.flatMap(({ problems }) => problems);
  return findings.filter(({ severity }) => severity === "error").map(problemOf);
}

function problemOf({ ruleId, message, location, reference, suggest }: Finding): Problem {
  const [place] = location;
  const rule = `${ruleId}: ${reference ?? "a rule of redocly.yaml"}`;
  return {
    file: basename(place?.source.ref ?? ""),
    line: place?.start?.line ?? 1,
    message: message.replaceAll(/\s*\n\s*/g, " "),
    fix: suggest.length > 0 ? `Did you mean ${suggest.join(" or ")}?` : rule,
  };
}

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
  const verdict = validateOpenRPCDocument(bundleOpenrpc(specs) as never);
  if (verdict === true) return [];
  const { message } = verdict;
  const list = JSON.parse(message.slice(message.indexOf("["))) as Violation[];
  return list.map(({ dataPath, message: what, params }) =>
    specs.openrpc.problem(
      dataPath.match(/[^.[\]']+/g) ?? [],
      `${what}: ${JSON.stringify(params)}`,
      "Fix it as the OpenRPC 1.3 specification requires.",
    ),
  );
}
