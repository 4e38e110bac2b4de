import { DEV_METHODS, METHODS, SIMPLIFIED_CALLS } from "../../src/generated/service/methods.gen.ts";
import { OPERATIONS } from "../../src/generated/service/operations.gen.ts";
import type { ParameterInfo } from "../../src/tables.ts";
import { OPERATION_HANDLERS, HOST_HANDLERS } from "../../src/service/api/rest/_operations.ts";
import { METHOD_HANDLERS, SIMPLIFIED_HANDLERS } from "../../src/service/api/rpc/_methods.ts";
import { DEV_HANDLERS } from "../../src/service/devnet/control/dev_control.ts";

type Handler = (input: unknown, context: unknown) => unknown;
type Note = (name: string) => void;

/** Keys of an input that hold parameters; their own are noted, not those of their values. */
const PLACES = ["path", "query", "headers", "body"];

/**
 * Notes which parameters the handlers of this process read from now on: the compiler demands a handler of every operation
 * and method, and nothing of a parameter that is added to one.
 *
 * @returns Names the parameters that no handler has read, as `listBlocks query order`.
 */
export function watchParameters(): () => string[] {
  const read = new Set<string>();
  for (const handlers of [OPERATION_HANDLERS, HOST_HANDLERS]) watch(handlers, noteInput);
  for (const handlers of [METHOD_HANDLERS, SIMPLIFIED_HANDLERS, DEV_HANDLERS])
    watch(handlers, noteKeys);

  function watch(handlers: object, wrap: (value: object, note: Note) => object): void {
    for (const [id, handler] of Object.entries(handlers) as [string, Handler][]) {
      const watched: Handler = (input, context) =>
        handler(
          wrap(input as object, (name) => read.add(`${id} ${name}`)),
          context,
        );
      Reflect.set(handlers, id, watched);
    }
  }
  return () => allParameters().filter((parameter) => !read.has(parameter));
}

/** Notes each parameter of a REST request by its place and name. */
function noteInput(input: object, note: Note): object {
  const entries = Object.entries(input).map(([place, values]: [string, unknown]) => {
    const isWatched = PLACES.includes(place) && typeof values === "object" && values !== null;
    return [place, isWatched ? noteKeys(values, (key) => note(`${place} ${key}`)) : values];
  });
  return Object.fromEntries(entries) as object;
}

/** Notes each key that is read: the name of a parameter, or its index. */
function noteKeys(value: object, note: Note): object {
  return new Proxy(value, {
    get(target, key) {
      note(String(key));
      return Reflect.get(target, key) as unknown;
    },
  });
}

function allParameters(): string[] {
  const operations = Object.entries(OPERATIONS).flatMap(([id, { parameters, fields = [] }]) =>
    [...parameters, ...fields].map((parameter) => `${id} ${placeOf(parameter)} ${parameter.name}`),
  );
  const methods = [METHODS, SIMPLIFIED_CALLS, DEV_METHODS].flatMap((infos) =>
    Object.entries(infos).flatMap(([name, { parameters }]) =>
      parameters.map((_, index) => `${name} ${index}`),
    ),
  );
  return [...operations, ...methods];
}

function placeOf({ in: place }: ParameterInfo): string {
  return place === "header" ? "headers" : place;
}
