import { parseJson } from "../../../src/argument_text.ts";
import type { Outcome, ResultForm } from "./_call_run.ts";
import { copyButton, element } from "./_elements.ts";
import { jsonText, jsonTree } from "./_json_tree.ts";

/** One line for the status of a form: `200 OK, 12 ms, 1.4 kB`. */
export function outcomeLine({ status, statusText, milliseconds, text, fault }: Outcome): string {
  if (status === undefined) return fault === undefined ? "" : "Nothing was sent, or no answer came";
  const size = new Blob([text ?? ""]).size;
  const time = milliseconds === undefined ? [] : [`${Math.round(milliseconds)} ms`];
  return [`${status} ${statusText}`.trim(), ...time, sizeOf(size)].join(", ");
}

function sizeOf(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;
}

/** The outcome of a request: the client's error, the value or the answer, and its headers. */
export function outcomeParts(outcome: Outcome, shown: ResultForm): HTMLElement[] {
  const { request, headers = [], text, value, fault } = outcome;
  const isValue = shown === "value" && fault === undefined && value !== undefined;
  const parts: HTMLElement[] = [];
  if (fault !== undefined) parts.push(element("p", { class: "run-fault", role: "alert" }, fault));
  if (isValue) parts.push(...answerParts("Value", value, jsonText(value)));
  else if (text !== undefined) parts.push(...answerParts("Answer", parseJson(text, text), text));
  if (request !== undefined) parts.push(headerPart(request, headers));
  return parts;
}

function answerParts(name: string, value: unknown, text: string): HTMLElement[] {
  const copy = copyButton(`Copy the ${name.toLowerCase()}`, () => text);
  const tree = jsonTree(value);
  tree.tabIndex = 0;
  tree.setAttribute("role", "region");
  tree.setAttribute("aria-label", name);
  return [element("div", { class: "run-head" }, element("strong", {}, name), copy), tree];
}

function headerPart(request: string, headers: NonNullable<Outcome["headers"]>): HTMLElement {
  return element(
    "details",
    { class: "run-headers" },
    element("summary", {}, "Request and headers"),
    element("code", {}, request),
    element(
      "dl",
      {},
      ...headers.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
    ),
  );
}
