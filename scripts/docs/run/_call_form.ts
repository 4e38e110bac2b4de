import { samplesOf } from "../_code_samples.ts";
import type { PageCall } from "../_page_calls.ts";
import type { Listener, ServiceTarget, ResultForm } from "./_call_run.ts";
import { callFields } from "./_call_fields.ts";
import { copyButton, element } from "./_elements.ts";
import { jsonTree } from "./_json_tree.ts";
import { movedTo } from "./_sample_fields.ts";
import { outcomeLine, outcomeParts } from "./_show_outcome.ts";
import { startCall } from "./_start_call.ts";

/** Most items of a live list; the oldest goes first. */
const MOST_ITEMS = 100;

/** Nesting down to which an item of a live list is unfolded: not at all. */
const FOLDED = 0;

/** The parts of the page that a form needs. */
export interface FormOptions {
  readonly call: PageCall;
  /** Where the page sends calls, where nothing else was entered. */
  readonly at: Pick<ServiceTarget, "address" | "segment">;
  /** Language of the sample that stands above: `alphadelta` or another. */
  readonly label: () => string;
}

/** A form that sends a call and shows the outcome; its button calls `run`. */
export interface RunForm {
  readonly part: HTMLElement;
  run(): Promise<void>;
}

export function runForm({ call, at, label }: FormOptions): RunForm {
  const fields = callFields(call, at);
  const status = element("span", { role: "status", class: "run-status" });
  const result = element("div", { class: "run-result" });
  const code = element("div", { class: "run-code" });
  const stop = element("button", { type: "button", class: "run-plain", hidden: true }, "Stop");
  const start = element("button", { type: "submit", class: "run-button" }, "Run");
  let running: AbortController | undefined;

  const run = async (): Promise<void> => {
    running?.abort();
    const [values, place] = [fields.values(), fields.place()];
    const question = `${call.name} changes something at ${place.address}: ${call.asks}. Send it?`;
    if (call.asks !== undefined && !(await ask(question, start))) return;
    const own = (running = new AbortController());
    const shown: ResultForm = label() === "alphadelta" ? "value" : "answer";
    result.replaceChildren();
    status.textContent = "Running";
    delete status.dataset.good;
    stop.hidden = false;
    const listener = listenerOf({ status, result, shown, running: own });
    await startCall({ call, values, place, shown }, listener, own.signal);
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
  const written = (): string => {
    const own = samplesOf(movedTo(call, fields.place()), fields.values()).find(
      (one) => one.label === label(),
    );
    return String(own?.source ?? "");
  };
  const first = written();
  part.addEventListener("input", () => showCode(code, written(), first));
  return { part, run };
}

/** Shows the sample with the values of the form, where they differ from the page. */
function showCode(code: HTMLElement, text: string, first: string): void {
  if (text === first || text === "") return code.replaceChildren();
  const block = element("pre", { tabindex: "0", "aria-label": "Code with these values" }, text);
  const head = element("strong", {}, "With these values");
  const copy = copyButton("Copy the code", () => text);
  code.replaceChildren(element("div", { class: "run-head" }, head, copy), block);
}

/**
 * The elements that show the outcome of a run; once it is stopped they do not change. The renderer drops parts that are far out of
 * sight: a live list that is in one ends with it.
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
      list.append(element("li", {}, jsonTree(item, FOLDED)));
      if (list.childElementCount > MOST_ITEMS) list.firstElementChild?.remove();
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

/** Asks in a dialog, which takes the focus and gives it back. */
function ask(question: string, back: HTMLElement): Promise<boolean> {
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
      back.focus();
      resolve(dialog.returnValue === "send");
    });
    document.body.append(dialog);
    dialog.showModal();
    cancel.focus();
  });
}
