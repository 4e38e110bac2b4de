import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { Segment } from "../chains/mod.ts";
import { OPERATIONS } from "../generated/client/operations.gen.ts";
import type { paths } from "../generated/client/paths.gen.ts";
import { createFetch, type Transport } from "../transport/mod.ts";
import { serializePath } from "./serialize_path.ts";

/** Typed fetch with wire types: amounts as text, the envelope as it came; any operation on any chain. */
export type RawRest = FetchClient<paths>;

/** What the verbs of openapi-fetch take, as far as it matters here. */
interface RawOptions {
  readonly signal?: AbortSignal | null;
  readonly fetch?: unknown;
}

type Verb = (path: string, options?: RawOptions) => Promise<unknown>;

const VERBS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;

/** Makes openapi-fetch on a transport. `host` is the origin of the API host. */
export function createRaw(
  segment: Segment,
  baseUrl: string,
  host: string,
  transport: Transport,
): RawRest {
  const client = createFetchClient<paths>({ baseUrl, pathSerializer: serializePath });
  const raw: Record<string, unknown> = { ...client };
  for (const verb of VERBS) raw[verb] = guard(client[verb] as Verb, verb);
  raw["request"] = async (verb: string, ...rest: Parameters<Verb>) =>
    guard(client.request.bind(null, verb as never) as never, verb)(...rest);

  /**
   * The signal goes beside the request, since one that lives long would slow each request that is made with it. What
   * the transport rejects with is passed on as it is: openapi-fetch loses a reason that is falsy.
   */
  function guard(send: Verb, verb: string): Verb {
    return async (path, options = {}) => {
      if (options.fetch) return send(path, options);
      const { signal, ...rest } = options;
      const fetch = createFetch(transport, { segment, operation: idOf(verb, path), host });
      let rejection: { readonly reason: unknown } | undefined;
      const sender = async (request: Request): Promise<Response> => {
        try {
          return await fetch(request, { signal: signal ?? null });
        } catch (reason) {
          rejection = { reason };
          throw reason;
        }
      };
      try {
        return await send(path, { ...rest, fetch: sender });
      } catch (error) {
        throw rejection ? rejection.reason : error;
      }
    };
  }
  return raw as unknown as RawRest;
}

function idOf(verb: string, path: string): string | undefined {
  const name = verb.toLowerCase();
  return Object.entries(OPERATIONS).find(
    ([, info]) => info.path === path && info.verb === name,
  )?.[0];
}
