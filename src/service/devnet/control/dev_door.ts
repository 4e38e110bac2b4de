import { base64urlnopad } from "@scure/base";
import { LIMITS } from "../../../generated/limits.gen.ts";
import { DEV_TOKEN_HEADER } from "../../../generated/service/dev_methods.gen.ts";
import { randomBytes } from "../../crypto.ts";
import type { ServiceRequest } from "../../api/context/mod.ts";
import { type FurtherMethods, isObject, parseBody, RpcFault } from "../../api/rpc/mod.ts";
import type { DevChain } from "./dev_chain.ts";
import { DevControl } from "./dev_control.ts";
import type { Faults } from "./faults.ts";
import { refuseControl } from "./refuse_control.ts";
import { isDevMethod, runDevMethod } from "./run_dev_method.ts";

/** A request that was looked at. */
export interface Recognised {
  readonly request: ServiceRequest;
  /** Whether it may control the devnet and does nothing else. */
  readonly isControl: boolean;
}

const TOKEN_BYTES = 32;
/** What a header can hold as it is. */
const TOKEN = /^[\x21-\x7e]{16,256}$/;

/** The control of the devnet for who calls over HTTP and shows the token. */
export class DevDoor {
  readonly token: string;
  readonly #faults: Faults;

  /**
   * @param token The token to be shown; random if left out.
   * @throws {RangeError} If it is no text of 16 to 256 visible ASCII characters.
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

  /** The methods for the calls of one request; each refuses who may not. */
  methods(request: ServiceRequest, chain: DevChain): FurtherMethods {
    return {
      has: isDevMethod,
      run: async (name, params) => {
        const reason = refuseControl(request, this.token);
        if (reason !== undefined) throw new RpcFault("InvalidRequest", reason);
        const control = new DevControl(chain, this.#faults);
        return runDevMethod(name, params, chain.selection, control);
      },
    };
  }

  /** The same on a WebSocket, where none of them is. */
  get socketMethods(): FurtherMethods {
    return {
      has: isDevMethod,
      run: async (name) => {
        throw new RpcFault("MethodNotFound", `${name} exists over HTTP alone`);
      },
    };
  }

  /** Looks whether a request to a JSON-RPC URL is devnet control; what was read of it can be read again. */
  async recognise(request: ServiceRequest): Promise<Recognised> {
    const isShown = request.header(DEV_TOKEN_HEADER.toLowerCase()) !== undefined;
    if (!isShown || refuseControl(request, this.token) !== undefined)
      return { request, isControl: false };
    const body = request.body(LIMITS.bodyBytes);
    const isControl = await body.then(isNothingButControl).catch(() => false);
    return { request: withBody(request, body), isControl };
  }
}

/** The same request, of which the body was read. */
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
