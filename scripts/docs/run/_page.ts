/**
 * Runs the samples of the page of the API. The page loads it when the first sample is run: see `api.js`.
 *
 * @module
 */
import type { SampleCall } from "../_code_samples.ts";
import type { Listener, ServiceTarget, ResultForm } from "./_call_run.ts";
import { type RunForm, runForm } from "./_call_form.ts";
import { callForm, type Field, valueOf } from "./_sample_fields.ts";
import { startCall } from "./_start_call.ts";

interface PageOperation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly "x-run"?: SampleCall;
}

interface PageDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PageOperation>>>>;
}

let known: ReadonlyMap<string, SampleCall> | undefined;

/** The calls of the page by the part of its address that each stands at: `blocks/getblock`. */
export function pageCalls(): ReadonlyMap<string, SampleCall> {
  return (known ??= new Map(readCalls()));
}

function readCalls(): (readonly [string, SampleCall])[] {
  const text = document.querySelector("#api-definition")?.textContent ?? "";
  const { paths } = JSON.parse(text) as PageDocument;
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  return operations.flatMap(({ operationId, tags: [tag = ""] = [], "x-run": sample }) => {
    const route = `${tag.replaceAll(" ", "-")}/${operationId}`.toLowerCase();
    return sample ? [[route, sample] as const] : [];
  });
}

/** The form of the call at `route`. `label` gives the language of the sample that is shown. */
export function openForm(route: string, label: () => string): RunForm {
  const sample = callAt(route);
  return runForm({ sample, label, at: placeOf(sample) });
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
  const sample = callAt(route);
  const form = callForm(sample);
  const texts = form.examples.get(example) ?? form.fields.map(({ text }: Field) => text);
  const values = form.fields.map(({ info }: Field, index) => valueOf(info, texts[index] ?? ""));
  const place = { ...placeOf(sample), ...secrets };
  return startCall({ sample, form, values, place, shown }, listener, signal);
}

function callAt(route: string): SampleCall {
  const sample = pageCalls().get(route);
  if (sample) return sample;
  throw new RangeError(`Cannot run ${route}: the page has no such call`);
}

/** The service that served the page; of a page from elsewhere, the address in its samples. */
function placeOf({ kind, call }: SampleCall): Pick<ServiceTarget, "address" | "segment"> {
  const [, prefix] = /^(.*?)\/docs(?:\/|$)/.exec(location.pathname) ?? [];
  const isServed = /^https?:$/.test(location.protocol) && prefix !== undefined;
  const url = new URL((kind === "operation" ? call.base : call.url).replace(/^ws/, "http"));
  return { address: isServed ? location.origin + prefix : url.origin, segment: call.segment };
}
