import type { Segment } from "../../../src/chains/mod.ts";
import type { ClientBase } from "../../../src/client/mod.ts";
import type { MethodName, SimplifiedName } from "../../../src/generated/client/methods.gen.ts";
import type { OperationId } from "../../../src/generated/client/operations.gen.ts";
import type { Problem } from "../spec_error.ts";
import type { Specs } from "../specs.ts";
import { type Element, elementsOf } from "../elements.ts";
import { RESERVED_WORDS } from "../generated_names.ts";
import { textAt } from "../json.ts";

type Rest = typeof import("../../../src/rest/mod.ts");
type Rpc = typeof import("../../../src/rpc/mod.ts");
type Names<Name extends string> = Readonly<Record<Name, true>>;

/** What every client has beside its operations; a value with `then` would be taken for a promise. */
const OF_CLIENT: Names<keyof ClientBase<Segment> | "then"> = {
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

/** What the module of operations exports and imports beside them. */
const OF_REST: Names<Exclude<keyof Rest, OperationId> | "paths" | "p" | "v"> = {
  countArguments: true,
  createRaw: true,
  createRest: true,
  createRestOf: true,
  paths: true,
  p: true,
  v: true,
};

/** What stands beside the methods under `rpc`, and in their module. */
const OF_METHODS: Names<
  Exclude<keyof Rpc, MethodName | SimplifiedName> | "call" | "batch" | "then" | "v"
> = {
  call: true,
  batch: true,
  createRpc: true,
  createRpcOf: true,
  // oxlint-disable-next-line unicorn/no-thenable
  then: true,
  v: true,
};

/** Names of types that the generated types and validators are written with. */
const OF_TYPES = [
  ...["Array", "ClientOptions", "NonNullable", "Partial", "Readonly", "Record"],
  ...["Schema", "Types", "Undocumented", "Wire"],
];

/** No name of the specs is one that generated code, clients or JavaScript need for something else. */
export function reservedName(specs: Specs): Problem[] {
  return elementsOf(specs).flatMap((element) => {
    const { name, reserved } = namesOf(element);
    const isWord = reserved !== undefined && RESERVED_WORDS.includes(name);
    const { spec, path, kind } = element;
    if (name in {} || isWord) {
      const message = `${kind} "${name}" has a name that JavaScript needs itself`;
      return [spec.problem(path, message, "Use another name.")];
    }
    if (!reserved?.includes(name)) return [];
    const message = `${kind} "${name}" has a name that clients need themselves`;
    return [spec.problem(path, message, `Use another name than ${reserved.join(", ")}.`)];
  });
}

/** The name of an element, and those that are reserved where it becomes a name in generated code. */
function namesOf({ kind, path, value }: Element): {
  name: string;
  reserved?: readonly string[];
} {
  if (kind === "operation") {
    const reserved = Object.keys({ ...OF_CLIENT, ...OF_REST });
    return { name: textAt(value, "operationId"), reserved };
  }
  if (kind === "method") return { name: textAt(value, "name"), reserved: Object.keys(OF_METHODS) };
  if (kind === "schema") return { name: String(path.at(-1)), reserved: OF_TYPES };
  if (kind === "parameter" || kind === "result") return { name: textAt(value, "name") };
  return { name: String(path.at(-1)) };
}
