import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import { OPERATION_CALLS, type OperationId } from "../generated/client/operations.gen.ts";
import type { paths } from "../generated/client/paths.gen.ts";
import { serializePathLists, serializeQueryLists } from "../parameters.ts";
import { type Answer, createFetch, responseOf } from "../transport/internal.ts";
import type { Transport } from "../transport/mod.ts";
import type { Values } from "../validation/mod.ts";

/** Typed fetch with wire types: amounts as strings, the envelope as it came; any operation on any chain. */
export type RawRest = FetchClient<paths>;

/** The options of openapi-fetch's verbs that are read here. */
interface RawOptions {
  readonly signal?: AbortSignal | null;
  readonly fetch?: unknown;
  readonly baseUrl?: string;
  readonly parseAs?: string;
  readonly middleware?: readonly unknown[];
}

/** Stands in for the runtime's `Request`, which costs as much as the rest of the call, where no middleware sees it. */
class RequestParts {
  readonly url: string;
  readonly method: string | undefined;
  readonly init: RequestInit;

  constructor(url: string, init: RequestInit) {
    this.url = url;
    this.method = init.method;
    this.init = init;
  }
}

const DECODER = /* @__PURE__ */ new TextDecoder();

/** Stands in for a response whose body was read, which cannot be read again; a second `Response` costs as much as the request. */
class ReadResponse {
  readonly own: Response;
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly #bytes: Uint8Array<ArrayBuffer> | undefined;

  constructor(own: Response, { ok, status, headers, bytes }: Answer) {
    this.own = own;
    this.ok = ok;
    this.status = status;
    this.headers = headers;
    this.#bytes = bytes;
  }

  async text(): Promise<string> {
    return DECODER.decode(this.#bytes);
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

/** Another caller of the request gets a response of its own, as does one whose `fetch` has another class. */
function readResponse(answer: Answer, isShared: boolean): Response {
  const { response } = answer;
  if (isShared || !(response instanceof Response)) return responseOf(answer);
  return new ReadResponse(response, answer) as unknown as Response;
}

/** Forms of `parseAs` that {@linkcode ReadResponse} has. */
const TEXTS: readonly unknown[] = [undefined, "json", "text"];

type Verb = (path: string, options?: object) => Promise<{ readonly response: Response }>;

/**
 * Makes openapi-fetch on a transport, for one segment.
 *
 * @example
 * ```ts
 * import { resolveEndpoints } from "alphadelta/chains";
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
  return {
    ...client,
    use(...middleware: Parameters<RawRest["use"]>) {
      hasMiddleware = true;
      client.use(...middleware);
    },
    ...Object.fromEntries(verbs.map(([verb, send]) => [verb, guard(send as Verb, verb)])),
    request: async (verb: string, ...rest: Parameters<Verb>) =>
      guard(client.request.bind(null, verb as never) as never, verb)(...rest),
  } as unknown as RawRest;

  /** openapi-fetch sends through the transport, and within the server of the operation. */
  function guard(send: Verb, verb: string): Verb {
    return async (path, options: RawOptions = {}) => {
      if (options.fetch) return send(path, options);
      const operation = operationAt(verb, path);
      const { info } = (operation && OPERATION_CALLS[operation]) || {};
      const parameters = info?.parameters ?? [];
      const own = endpoints.servers[info?.server ?? "rest"] ?? endpoints.rest;
      const { baseUrl = own, signal = null } = options;
      const folder = baseUrl === own ? own : new URL(baseUrl).href.replace(/\/$/, "");
      const check = (url: string): void => refuseOutside(url, folder);
      const context = { segment, operation };
      const isPlain = !hasMiddleware && !options.middleware;
      const read = isPlain && TEXTS.includes(options.parseAs) ? readResponse : responseOf;
      const fetch = createFetch(transport, { context, host, home: [host], check, read });
      // A rejection is passed on as it is: openapi-fetch loses a reason that is falsy.
      let rejection: { readonly reason: unknown } | undefined;
      const sender = async (request: Request | RequestParts): Promise<Response> => {
        try {
          if (!(request instanceof RequestParts)) return await fetch(request, { signal });
          return await fetch(request.url, request.init);
        } catch (reason) {
          rejection = { reason };
          throw reason;
        }
      };
      try {
        const result = await send(info?.path ?? path, {
          pathSerializer: (template: string, values: Values) =>
            serializePathLists(template, values, parameters),
          querySerializer: (values: Values) => serializeQueryLists(values, parameters).slice(1),
          baseUrl,
          ...options,
          fetch: sender,
          // A signal that lives long would slow each `Request` that is made with it.
          ...(isPlain ? { Request: RequestParts } : { signal: null }),
        });
        const { response } = result as { readonly response: Response | ReadResponse };
        return response instanceof ReadResponse ? { ...result, response: response.own } : result;
      } catch (error) {
        throw rejection ? rejection.reason : error;
      }
    };
  }
}

/** A slash in the path that a proxy may decode; the rest may then lead up. */
const ENCODED_SLASH = /^[^?#]*%(?:2f|5c)/i;

/** A path that is no documented one may lead up, and out of the segment. */
function refuseOutside(url: string, folder: string): void {
  if (url.startsWith(`${folder}/`) && !ENCODED_SLASH.test(url)) return;
  const { pathname } = new URL(url);
  throw new RangeError(`Cannot send: the path must stay below ${folder}, got ${pathname}`);
}

/** Ids by method and path, made when the first call is. */
let operations: ReadonlyMap<string, OperationId> | undefined;

function operationAt(verb: string, path: string): OperationId | undefined {
  operations ??= new Map(
    Object.entries(OPERATION_CALLS).map(([id, { info }]) => [
      `${info.verb} ${info.template ?? info.path}`,
      id as OperationId,
    ]),
  );
  return operations.get(`${verb.toLowerCase()} ${path}`);
}
