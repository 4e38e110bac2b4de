/**
 * Runs the samples of the page of the API. The page loads it when the first sample is run: see `api.js`.
 *
 * @module
 */
import { exampleValues } from "../_code_samples.ts";
import type { PageCall } from "../_page_calls.ts";
import type { Listener, ServiceTarget, ResultForm } from "./_call_run.ts";
import { type RunForm, runForm } from "./_call_form.ts";
import { textOf, valueOf } from "./_sample_fields.ts";
import { startCall } from "./_start_call.ts";

interface PageOperation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly "x-run"?: PageCall;
}

interface PageDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PageOperation>>>>;
}

let known: ReadonlyMap<string, PageCall> | undefined;

/** The calls of the page by the part of its address that each stands at: `blocks/getblock`. */
export function pageCalls(): ReadonlyMap<string, PageCall> {
  return (known ??= new Map(readCalls()));
}

function readCalls(): (readonly [string, PageCall])[] {
  const text = document.querySelector("#api-definition")?.textContent ?? "";
  const { paths } = JSON.parse(text) as PageDocument;
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return operations.flatMap(({ operationId, tags: [tag = ""] = [], "x-run": call }) => {
    const route = `${tag.replaceAll(" ", "-")}/${operationId}`.toLowerCase();
    return call ? [[route, call] as const] : [];
  });
}

/** The form of the call at `route`. `label` gives the language of the sample that is shown. */
export function openForm(route: string, label: () => string): RunForm {
  const call = callAt(route);
  return runForm({ call, label, target: defaultTarget(call) });
}

/** Runs the call at `route` with the values of its sample, or of an example of the call. */
export function runSample(
  route: string,
  shown: ResultForm,
  secrets: Pick<ServiceTarget, "key" | "token">,
  listener: Listener,
  signal: AbortSignal,
  example = "",
): Promise<void> {
  const call = callAt(route);
  const shownValues = call.examples?.[example] ?? exampleValues(call);
  const values = call.fields.map(({ info }, index) => valueOf(info, textOf(shownValues[index])));
  const target = { ...defaultTarget(call), ...secrets };
  return startCall({ call, values, target, shown }, listener, signal);
}

function callAt(route: string): PageCall {
  const call = pageCalls().get(route);
  if (call) return call;
  throw new RangeError(`Cannot run ${route}: the page has no such call`);
}

/** The service that served the page; of a page from elsewhere, the address in its samples. */
function defaultTarget({
  url: own,
  segment,
}: PageCall): Pick<ServiceTarget, "address" | "segment"> {
  const [, prefix] = /^(.*?)\/docs(?:\/|$)/.exec(location.pathname) ?? [];
  const isServed = /^https?:$/.test(location.protocol) && prefix !== undefined;
  const url = new URL(own.replace(/^ws/, "http"));
  return { address: isServed ? location.origin + prefix : url.origin, segment };
}
