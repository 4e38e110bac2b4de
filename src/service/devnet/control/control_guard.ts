import { base64urlnopad } from "@scure/base";
import { DEV_TOKEN_HEADER, LIMITS } from "../../../generated/limits.gen.ts";
import { findForwardingHeader, isLoopbackHost, isLoopbackName } from "../../access/identity.ts";
import { isLoopback } from "../../../ip_addresses.ts";
import { isObject } from "../../../validation/mod.ts";
import type { ServiceRequest } from "../../request.ts";
import { RpcServiceError } from "../../api/context/mod.ts";
import { type FurtherMethods, parseBody } from "../../api/rpc/mod.ts";
import { isSameSecret, randomBytes } from "../../crypto.ts";
import type { Faults } from "../faults.ts";
import { type DevChain, DevControl, isDevMethod, runDevMethod } from "./dev_control.ts";

/** A request, and what the guard found out about it. */
interface GuardedRequest {
  readonly request: ServiceRequest;
  /** True if it may control the devnet, and each of its calls is of a `dev_*` method. */
  readonly isControl: boolean;
}

const TOKEN_BYTES = 32;
/** Visible ASCII, which a header carries without encoding. */
const TOKEN = /^[\x21-\x7e]{16,256}$/;
/** Characters of a header that a reason shows. */
const SHOWN_CHARACTERS = 80;

/** Refuses calls of `dev_*` methods that do not come over HTTP, from this machine and with the token. */
export class ControlGuard {
  readonly token: string;
  readonly #faults: Faults;

  /**
   * @param token The token that callers must send; random by default.
   * @throws {RangeError} If it is not 16 to 256 visible ASCII characters.
   */
  constructor(faults: Faults, token = base64urlnopad.encode(randomBytes(TOKEN_BYTES))) {
    if (!TOKEN.test(token))
      throw new RangeError(
        `Cannot open devnet control: the token must have 16 to 256 visible ASCII characters, got ${token.length} characters`,
      );
    this.token = token;
    this.#faults = faults;
  }

  /** The methods for the calls of one request; each rejects a request that may not control the devnet. */
  methods(request: ServiceRequest, chain: DevChain): FurtherMethods {
    return {
      has: isDevMethod,
      run: async (name, params) => {
        const reason = refuseControl(request, this.token);
        if (reason !== undefined) throw new RpcServiceError("InvalidRequest", reason);
        const control = new DevControl(chain, this.#faults);
        return runDevMethod(name, params, chain.selection, control);
      },
    };
  }

  /** The methods for a WebSocket; each rejects, since control is HTTP only. */
  get socketMethods(): FurtherMethods {
    return {
      has: isDevMethod,
      run: async (name) => {
        throw new RpcServiceError("MethodNotFound", `${name} exists only over HTTP`);
      },
    };
  }

  /**
   * Determines whether a request to a JSON-RPC URL is devnet control, which is exempt from faults and charges. This may read
   * the body; that of the returned request can be read again.
   */
  async inspect(request: ServiceRequest): Promise<GuardedRequest> {
    const hasToken = request.header(DEV_TOKEN_HEADER.toLowerCase()) !== undefined;
    if (!hasToken || refuseControl(request, this.token) !== undefined)
      return { request, isControl: false };
    const body = request.body(LIMITS.bodyBytes);
    const isControl = await body.then(isNothingButControl).catch(() => false);
    return { request: withBody(request, body), isControl };
  }
}

/** A request with a body that has been read already; a lower maximum of it is not enforced again. */
function withBody(request: ServiceRequest, body: Promise<Uint8Array>): ServiceRequest {
  const { method, peer, target } = request;
  return {
    method,
    peer,
    target,
    header: (name) => request.header(name),
    headerNames: () => request.headerNames(),
    body: () => body,
  };
}

async function isNothingButControl(bytes: Uint8Array): Promise<boolean> {
  const body = await parseBody(bytes);
  const calls: unknown[] = Array.isArray(body) ? body : [body];
  // True for an empty batch, which is refused in any case.
  return calls.every(
    (call) => isObject(call) && typeof call.method === "string" && isDevMethod(call.method),
  );
}

/** Reason a request may not control the devnet; undefined if it may. A reason never contains a token. */
function refuseControl(
  request: Pick<ServiceRequest, "peer" | "header" | "headerNames">,
  token: string,
): string | undefined {
  const { peer } = request;
  if (!isLoopback(peer)) return `Devnet control is only for this machine, the peer is ${peer}`;
  const forwarding = findForwardingHeader(request.headerNames());
  if (forwarding !== undefined)
    return `Devnet control refuses proxied requests, the header ${forwarding} is set`;
  const host = request.header("host");
  if (host === undefined || !isLoopbackHost(host))
    return `Devnet control requires localhost, 127.0.0.0/8 or [::1] as Host, got ${show(host)}`;
  const origin = request.header("origin");
  if (origin !== undefined && origin !== `http://${host.toLowerCase()}`)
    return `Devnet control refuses requests of other web pages, the Origin is ${show(origin)}`;
  const given = request.header(DEV_TOKEN_HEADER.toLowerCase());
  if (given === undefined)
    return `Devnet control requires the token printed at startup, the header ${DEV_TOKEN_HEADER} is missing`;
  if (!isSameSecret(given, token))
    return `Devnet control requires the token printed at startup, the header ${DEV_TOKEN_HEADER} has another value`;
  return undefined;
}

function show(header: string | undefined): string {
  return header === undefined ? "none" : JSON.stringify(header.slice(0, SHOWN_CHARACTERS));
}

/**
 * Checks that devnet control may be served on `host`: a loopback address or `localhost`.
 *
 * @throws {RangeError} If other machines could reach it.
 */
export function requireLoopback(host: string): void {
  if (isLoopbackName(host)) return;
  throw new RangeError(
    `Cannot serve devnet control on ${JSON.stringify(host)}: other machines could reach it; listen on 127.0.0.1, ::1 or localhost, or serve without it`,
  );
}
