import type { Client } from "alphadelta";
import type { CallLog } from "./call_log.ts";

/** Results of the client's functions: promises of calls, and lists, which are requested when they are awaited. */
interface Result extends PromiseLike<{ readonly response?: Answered }> {
  readonly withResponse?: () => Promise<{ readonly response: Answered }>;
}

interface Answered {
  readonly requestId: string | undefined;
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** Operations of the REST interface, by the beginning of their names. */
const OPERATION = /^(?:get|list)[A-Z]/;

/** The same client, whose calls are noted in `log` as lines of TypeScript. */
export function recordCalls<C extends Client>(client: C, log: CallLog): C {
  const rpc = wrap(
    client.rpc,
    () => true,
    (name) => `rpc.${name}`,
  );
  function wrap<Target extends object>(
    target: Target,
    isCall: (key: string) => boolean,
    nameOf: (key: string) => string,
  ): Target {
    return new Proxy(target, {
      get(own, key) {
        const value: unknown = Reflect.get(own, key);
        if (key === "rpc") return rpc;
        if (typeof value !== "function" || !isCall(String(key))) return value;
        return (...args: readonly unknown[]) => {
          const result = (value as AnyFunction)(...args);
          const operation = nameOf(String(key));
          const code = `await ${client.chain}.${operation}(${args.map(showArgument).join(", ")})`;
          log.add(operation, code, requestIdOf(result as Result));
          return result;
        };
      },
    });
  }
  return wrap(
    client,
    (name) => OPERATION.test(name),
    (name) => name,
  );
}

async function requestIdOf(result: Result): Promise<string | undefined> {
  if (result.withResponse) return (await result.withResponse()).response.requestId;
  return (await result).response?.requestId;
}

/** An argument as it stands in a program: `{ limit: 25 }`. */
function showArgument(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(showArgument).join(", ")}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{ ${fields.map(([name, field]) => `${name}: ${showArgument(field)}`).join(", ")} }`;
}
