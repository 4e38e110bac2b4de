import { base64urlnopad } from "@scure/base";
import { LIMITS } from "../../../generated/limits.gen.ts";
import { DEV_TOKEN_HEADER } from "../../../generated/limits.gen.ts";
import { randomBytes } from "../../crypto.ts";
import type { ServiceRequest } from "../../api/context/mod.ts";
import { type FurtherMethods, isObject, parseBody, RpcServiceError } from "../../api/rpc/mod.ts";
import { type DevChain, DevControl } from "./dev_control.ts";
import type { Faults } from "../faults/mod.ts";
import { refuseControl } from "./refuse_control.ts";
import { isDevMethod, runDevMethod } from "./run_dev_method.ts";

/** A request that the guard has inspected. */
export interface GuardedRequest {
  readonly request: ServiceRequest;
  /** True if it may control the devnet and calls only `dev_*` methods. */
  readonly isControl: boolean;
}

const TOKEN_BYTES = 32;
/** Visible ASCII, which a header carries without encoding. */
const TOKEN = /^[\x21-\x7e]{16,256}$/;

/** Admits calls of `dev_*` methods over HTTP, from this machine and with the token. */
export class ControlGuard {
  readonly token: string;
  readonly #faults: Faults;

  /**
   * @param token The token that callers must send; random by default.
   * @throws {RangeError} If it is not 16 to 256 visible ASCII characters.
   */
  constructor(faults: Faults, token = base64urlnopad.encode(randomBytes(TOKEN_BYTES))) {
    if (!TOKEN.test(token)) {
      throw new RangeError(
        `Cannot open devnet control: the token must have 16 to 256 visible ASCII characters, got ${token.length} characters`,
      );
    }
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
   * Determines whether a request to a JSON-RPC URL is devnet control; the returned request's body is readable again.
   */
  async inspect(request: ServiceRequest): Promise<GuardedRequest> {
    const isShown = request.header(DEV_TOKEN_HEADER.toLowerCase()) !== undefined;
    if (!isShown || refuseControl(request, this.token) !== undefined)
      return { request, isControl: false };
    const body = request.body(LIMITS.bodyBytes);
    const isControl = await body.then(isNothingButControl).catch(() => false);
    return { request: withBody(request, body), isControl };
  }
}

/** A request with a body that has been read already. */
function withBody(request: ServiceRequest, body: Promise<Uint8Array>): ServiceRequest {
  const { method, peer, target } = request;
  return {
    ...{ method, peer, target },
    header: (name) => request.header(name),
    headerNames: () => request.headerNames(),
    body: () => body,
  };
}

function isNothingButControl(bytes: Uint8Array): boolean {
  const body = parseBody(bytes);
  const calls: unknown[] = Array.isArray(body) ? body : [body];
  return calls.every(
    (call) => isObject(call) && typeof call.method === "string" && isDevMethod(call.method),
  );
}
