import { samplesOf } from "../_code_samples.ts";
import type { PageCall } from "../_page_calls.ts";
import type { Listener, ResultForm } from "./_call_run.ts";
import { callFields } from "./_call_fields.ts";
import { copyButton, element } from "./_elements.ts";
import { jsonTree } from "./_json_tree.ts";
import { movedTo, type Target } from "./_sample_fields.ts";
import { outcomeLine, outcomeParts } from "./_show_outcome.ts";
import { startCall } from "./_start_call.ts";

/** Maximum number of items in a live list; older ones are removed. */
const MAX_ITEMS = 100;

/** Levels of an item in a live list that are unfolded at first. */
const UNFOLDED_LEVELS = 0;

/** The parts of the page that a form needs. */
export interface FormOptions {
  readonly call: PageCall;
  /** Default target of the page. */
  readonly target: Target;
  /** Language of the sample above the form: `alphadelta` or another. */
  readonly label: () => string;
}

/** A form that sends a call and shows the outcome; its button calls `run`. */
export interface RunForm {
  readonly part: HTMLElement;
  run(): Promise<void>;
}

export function runForm({ call, target: page, label }: FormOptions): RunForm {
  const fields = callFields(call, page);
  const status = element("span", { role: "status", class: "run-status" });
  const result = element("div", { class: "run-result" });
  const code = element("div", { class: "run-code" });
  const stop = element("button", { type: "button", class: "run-plain", hidden: true }, "Stop");
  const start = element("button", { type: "submit", class: "run-button" }, "Run");
  let running: AbortController | undefined;

  const run = async (): Promise<void> => {
    running?.abort();
    const [values, target] = [fields.values(), fields.target()];
    const question = `${call.name} changes something at ${target.address}: ${call.asks}. Send it?`;
    if (call.asks !== undefined && !(await confirm(question, start))) return;
    const own = (running = new AbortController());
    const shown: ResultForm = label() === "alphadelta" ? "value" : "answer";
    result.replaceChildren();
    status.textContent = "Running";
    delete status.dataset.good;
    stop.hidden = false;
    const listener = listenerOf({ status, result, shown, running: own });
    await startCall({ call, values, target, shown }, listener, own.signal);
    if (running !== own) return;
    stop.hidden = true;
    if (own.signal.aborted) status.textContent = "Stopped";
  };
  stop.addEventListener("click", () => {
    running?.abort();
    start.focus();
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    void run();
  };
  const part = element(
    "form",
    { class: "run-form", "aria-label": `Run ${call.name}`, onsubmit: submit },
    ...fields.parts,
    element("div", { class: "run-actions" }, start, stop, status),
    code,
    result,
  );
  const sourceOfSample = (): string => {
    const samples = samplesOf(movedTo(call, fields.target()), fields.values());
    return String(samples.find((sample) => sample.label === label())?.source ?? "");
  };
  const initial = sourceOfSample();
  part.addEventListener("input", () => showCode(code, sourceOfSample(), initial));
  return { part, run };
}

/** Shows the sample with the values of the form, if they differ from the page. */
function showCode(code: HTMLElement, text: string, initial: string): void {
  if (text === initial || text === "") return code.replaceChildren();
  const block = element("pre", { tabindex: "0", "aria-label": "Code with these values" }, text);
  const head = element("strong", {}, "With these values");
  const copy = copyButton("Copy the code", () => text);
  code.replaceChildren(element("div", { class: "run-head" }, head, copy), block);
}

/**
 * The elements that show the outcome of a run, until the run is stopped. The renderer removes parts of the page that are far
 * out of sight; a live list in such a part stops.
 */
interface Display {
  readonly status: HTMLElement;
  readonly result: HTMLElement;
  readonly shown: ResultForm;
  readonly running: AbortController;
}

function listenerOf({ status, result, shown, running }: Display): Listener {
  const { signal } = running;
  let count = 0;
  let list: HTMLOListElement | undefined;
  const openList = (): HTMLOListElement => {
    const items = element("ol");
    const log = { class: "run-items", role: "log", tabindex: "0", "aria-label": "What arrives" };
    result.append(element("div", log, items));
    return items;
  };
  return {
    outcome(outcome) {
      if (signal.aborted) return;
      status.textContent = outcomeLine(outcome);
      status.dataset.good = String(outcome.fault === undefined && (outcome.status ?? 0) < 400);
      result.replaceChildren(...outcomeParts(outcome, shown));
    },
    item(item) {
      if (!result.isConnected) running.abort();
      if (signal.aborted) return;
      list ??= openList();
      list.append(element("li", {}, jsonTree(item, UNFOLDED_LEVELS)));
      if (list.childElementCount > MAX_ITEMS) list.firstElementChild?.remove();
      const log = list.parentElement;
      if (log) log.scrollTop = log.scrollHeight;
      status.textContent = `Live, ${++count} received`;
    },
    state(text, isFault = false) {
      if (signal.aborted) return;
      status.textContent = isFault ? "Ended" : `${text}, ${count} received`;
      if (isFault) result.prepend(element("p", { class: "run-fault", role: "alert" }, text));
    },
  };
}

/** Asks for confirmation in a modal dialog; afterwards `focused` has the focus again. */
function confirm(question: string, focused: HTMLElement): Promise<boolean> {
  return new Promise((resolve) => {
    const send = element("button", { type: "button", class: "run-button" }, "Send");
    const cancel = element("button", { type: "button", class: "run-plain" }, "Cancel");
    const dialog = element(
      "dialog",
      { class: "run-dialog", "aria-label": "Confirm" },
      element("p", {}, question),
      element("div", { class: "run-actions" }, send, cancel),
    );
    send.addEventListener("click", () => dialog.close("send"));
    cancel.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      focused.focus();
      resolve(dialog.returnValue === "send");
    });
    document.body.append(dialog);
    dialog.showModal();
    cancel.focus();
  });
}
