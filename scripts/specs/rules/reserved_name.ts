import type { Segment } from "../../../src/chains/mod.ts";
import type { ClientBase } from "../../../src/client/mod.ts";
import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { type Element, elementsOf } from "../elements.ts";
import { textAt } from "../json.ts";

/** What every client has beside its operations; a value with `then` would be taken for a promise. */
const OF_CLIENT: Readonly<Record<keyof ClientBase<Segment> | "then", true>> = {
  segment: true,
  chain: true,
  network: true,
  rpc: true,
  simple: true,
  rest: true,
  events: true,
  fetch: true,
  sendRawTransaction: true,
  waitForReceipt: true,
  createNonces: true,
  verify: true,
  budget: true,
  // oxlint-disable-next-line unicorn/no-thenable
  then: true,
};

/** What stands beside the methods under `rpc`. */
const OF_METHODS: readonly string[] = ["call", "batch", "then"];

/** No operation and no method takes a name that clients need for something else. */
export function reservedName(specs: Specs): Problem[] {
  return elementsOf(specs).flatMap((element) => {
    const { name, reserved } = namesOf(element);
    if (!reserved.includes(name)) return [];
    return [
      element.spec.problem(
        element.path,
        `${element.kind} "${name}" has a name that clients need themselves`,
        `Use another name than ${reserved.join(", ")}.`,
      ),
    ];
  });
}

function namesOf({ kind, value }: Element): { name: string; reserved: readonly string[] } {
  if (kind === "operation") {
    return { name: textAt(value, "operationId"), reserved: Object.keys(OF_CLIENT) };
  }
  return { name: textAt(value, "name"), reserved: kind === "method" ? OF_METHODS : [] };
}
