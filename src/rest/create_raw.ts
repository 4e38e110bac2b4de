import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import { OPERATION_CALLS, type OperationId } from "../generated/client/operations.gen.ts";
import type { paths } from "../generated/client/paths.gen.ts";
import { serializePathLists, serializeQueryLists } from "../parameters.ts";
import { createFetch } from "../transport/internal.ts";
import type { Transport } from "../transport/mod.ts";
import type { Values } from "../validation/mod.ts";

/** Typed fetch with wire types: amounts as strings, the envelope as it came; any operation on any chain. */
export type RawRest = FetchClient<paths>;

/** The options of openapi-fetch's verbs that are read here. */
interface RawOptions {
  readonly signal?: AbortSignal | null;
  readonly fetch?: unknown;
  readonly baseUrl?: string;
  readonly pathSerializer?: unknown;
  readonly querySerializer?: unknown;
}

type Verb = (path: string, options?: RawOptions) => Promise<unknown>;

/**
 * Stands in for the runtime's `Request`, which costs more than the rest of the call. Middleware gets the runtime's own.
 */
class PlainRequest {
  declare readonly url: string;
  declare readonly method: string;
  declare readonly headers: Headers;
  declare readonly body: BodyInit | null;

  constructor(url: string, { method = "GET", headers, body = null }: RequestInit) {
    Object.assign(this, { url, method, headers, body });
  }
}

/**
 * Makes openapi-fetch on a transport, for one segment.
 *
 * @example
 * ```ts
 * import { resolveEndpoints } from "alphadelta";
 * import { createRaw } from "alphadelta/rest";
 * import { createTransport } from "alphadelta/transport";
 *
 * const endpoints = resolveEndpoints("delta", "http://127.0.0.1:8645");
 * const rest = createRaw("delta", endpoints, createTransport());
 * const { data } = await rest.GET("/chain/info", {});
 * console.log(data?.data.blockHeight);
 * ```
 */
export function createRaw(
  segment: Segment,
  endpoints: ResolvedEndpoints,
  transport: Transport,
): RawRest {
  const host = new URL(endpoints.rest).origin;
  const client = createFetchClient<paths>({ baseUrl: endpoints.rest });
  const verbs = Object.entries(client).filter(([name]) => name === name.toUpperCase());
  let hasMiddleware = false;
  const raw: Record<string, unknown> = {
    ...client,
    use(...middleware: Parameters<RawRest["use"]>) {
      hasMiddleware = true;
      client.use(...middleware);
    },
    request: async (verb: string, ...rest: Parameters<Verb>) =>
      guard(client.request.bind(null, verb as never) as never, verb)(...rest),
  };
  for (const [verb, send] of verbs) raw[verb] = guard(send as Verb, verb);

  /**
   * The signal goes beside the request, since one that lives long would slow each request that is made with it. What
   * the transport rejects with is passed on as it is: openapi-fetch loses a reason that is falsy.
   */
  function guard(send: Verb, verb: string): Verb {
    return async (path, options = {}) => {
      if (options.fetch) return send(path, options);
      const { signal = null, ...rest } = options;
      const operation = operationAt(verb, path);
      const { info } = (operation && OPERATION_CALLS[operation]) || {};
      const parameters = info?.parameters ?? [];
      const pathSerializer = (template: string, values: Values): string =>
        serializePathLists(template, values, parameters);
      const querySerializer = (values: Values): string =>
        serializeQueryLists(values, parameters).slice(1);
      const baseUrl =
        options.baseUrl ?? endpoints.servers[info?.server ?? "rest"] ?? endpoints.rest;
      const context = { segment, operation, host, home: [host] };
      const fetch = createFetch(transport, context);
      let rejection: { readonly reason: unknown } | undefined;
      const sender = async (request: Request | PlainRequest): Promise<Response> => {
        try {
          refuseOutside(request.url, baseUrl);
          if (!(request instanceof PlainRequest)) return await fetch(request, { signal });
          const { url, ...init } = request;
          return await fetch(url, { ...init, signal });
        } catch (reason) {
          rejection = { reason };
          throw reason;
        }
      };
      const own = hasMiddleware ? { fetch: sender } : { fetch: sender, Request: PlainRequest };
      try {
        return await send(info?.path ?? path, {
          pathSerializer,
          querySerializer,
          baseUrl,
          ...rest,
          ...own,
        });
      } catch (error) {
        throw rejection ? rejection.reason : error;
      }
    };
  }
  return raw as unknown as RawRest;
}

/** A proxy may decode it, and the rest may then lead up. */
const ENCODED_SLASH = /%(?:2f|5c)/i;

/** A path that is no documented one may lead up, and out of the segment. */
function refuseOutside(url: string, baseUrl: string): void {
  const folder = `${new URL(baseUrl).href.replace(/\/$/, "")}/`;
  const { href, pathname } = new URL(url);
  if (href.startsWith(folder) && !ENCODED_SLASH.test(pathname)) return;
  throw new RangeError(`Cannot send: the path must stay below ${baseUrl}, got ${pathname}`);
}

function operationAt(verb: string, path: string): OperationId | undefined {
  return (Object.keys(OPERATION_CALLS) as OperationId[]).find((id) => {
    const { info } = OPERATION_CALLS[id];
    return (info.template ?? info.path) === path && info.verb === verb.toLowerCase();
  });
}
