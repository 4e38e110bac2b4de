import type { Specs } from "../specs/specs.ts";
import { elementsOf } from "../specs/elements.ts";
import { type JsonObject, objectAt, textAt } from "../specs/json.ts";
import { decidedText } from "./_source_mark.ts";

/** Decisions of one document. */
interface Group {
  readonly title: string;
  /** Extensions, by reason. */
  readonly reasons: Map<string, string[]>;
}

/** Every extension in the specs, as Markdown: by document and reason, with what it is about. */
export function extensionList(specs: Specs): string {
  const schemas = objectAt(objectAt(specs.openapi.value, "components"), "schemas");
  const groups = new Map<unknown, Group>([
    [specs.openapi, { title: "REST and what both share", reasons: new Map() }],
    [specs.openrpc, { title: "JSON-RPC, events and devnet control", reasons: new Map() }],
  ]);
  for (const { spec, label, value } of elementsOf(specs)) {
    const text = decisionOf(value, schemas);
    const reasons = groups.get(spec)?.reasons;
    if (text === undefined || reasons === undefined) continue;
    const reason = reasonOf(value);
    reasons.set(reason, [...(reasons.get(reason) ?? []), line(label, value, text)]);
  }
  return [...groups.values()].map(formatGroup).join("\n\n");
}

/** Extension of an element: its added keywords as text, empty if the whole element is an extension. */
function decisionOf(value: JsonObject, schemas: JsonObject): string | undefined {
  const decided = decidedText(own(value), schemas);
  return value["x-source"] === "decided" || decided !== "" ? decided : undefined;
}

/** Without its reference: what was decided of its target is listed there. */
function own(value: JsonObject): JsonObject {
  const rest = Object.entries(value).filter(([key]) => key !== "$ref" && key !== "schema");
  const decided = objectAt(value.schema, "x-decided");
  return { "x-source": "given", "x-decided": decided, ...Object.fromEntries(rest) };
}

function reasonOf(value: JsonObject): string {
  return textAt(value, "x-reason") || "No reason is given.";
}

function line(label: string, value: JsonObject, decided: string): string {
  // Marked as code, since a dotted name may read as a host: `ProposalDetail.id` would become a link.
  const name = label.replaceAll(/"([^"]*)"|\b\w+(?:\.\w+)+/g, (dotted, quoted?: string) => {
    return `\`${quoted ?? dotted}\``;
  });
  return `- ${[`**${name}**:`, textAt(value, "description"), decided].filter(Boolean).join(" ")}`;
}

function formatGroup({ title, reasons }: Group): string {
  const parts = [...reasons].map(([reason, lines]) => `*${reason}*\n\n${lines.join("\n")}`);
  return [`### ${title}`, ...parts].join("\n\n");
}
