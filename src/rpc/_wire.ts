import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import { ContractError, type ErrorContext } from "../errors/mod.ts";
import type { MethodCall } from "../generated/client/method_calls.gen.ts";
import {
  type Answer,
  type CallOptions,
  contextOf,
  decodeAnswer,
  mergeHeaders,
  parseJson,
  settlementOf,
  showValue,
  type Transport,
  type WithResponse,
} from "../transport/mod.ts";
import type { Outgoing } from "./_outgoing.ts";
import { redact } from "./_redact.ts";
import { checkParameters } from "./check_parameters.ts";
import { readReply } from "./read_reply.ts";

const HEADERS = { "content-type": "application/json" };

/** What makes the calls of one segment, and sends them one by one. */
export class Wire {
  readonly segment: Segment;
  readonly host: string;
  readonly transport: Transport;
  readonly #endpoints: ResolvedEndpoints;
  #lastId = 0;

  constructor(segment: Segment, endpoints: ResolvedEndpoints, transport: Transport) {
    this.segment = segment;
    this.host = new URL(endpoints.rest).origin;
    this.transport = transport;
    this.#endpoints = endpoints;
  }

  /** @throws {TypeError} If no endpoint is known. */
  get url(): string {
    const { rpc } = this.#endpoints;
    if (rpc !== undefined) return rpc;
    throw new TypeError(
      "Cannot call JSON-RPC: no endpoint is known, pass endpoints.rpcUrl or an origin",
    );
  }

  /** @throws {TypeError | RangeError} If a parameter is wrong. */
  prepare(method: string, call: MethodCall, params: readonly unknown[]): Outgoing {
    const { info, validators } = call;
    checkParameters(method, info, validators, params);
    const id = ++this.#lastId;
    const text = textOf(params);
    const body = `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${text}}`;
    // A simplified call is answered by another shape than a call of the same name.
    const key = info.safe ? `call ${this.#endpoints.rpc} ${method} ${text}` : undefined;
    return { method, params, info, body, key, id, result: validators.result };
  }

  /** The same of a simplified call. */
  prepareSimplified(method: string, call: MethodCall, params: readonly unknown[]): Outgoing {
    const { info, validators } = call;
    checkParameters(method, info, validators, params);
    const text = textOf(params);
    const body = `{"method":"${method}","params":${text}}`;
    const key = info.safe ? `simplified ${this.#endpoints.rpc} ${method} ${text}` : undefined;
    return { method, params, info, body, key, id: undefined, result: validators.result };
  }

  /** Tells whether a call would be answered by what is kept. */
  isKept({ key }: Outgoing): boolean {
    return key !== undefined && this.transport.keeps(key);
  }

  /** Keeps a reply that came in a batch, where nothing changes it any more. */
  keep({ key, info, params }: Outgoing, reply: unknown, read: WithResponse<never>): void {
    if (key === undefined || !info.height) return;
    const settlement = settlementOf(info.height, params, read.data);
    const answer = (): Answer => (read.response as Answer).partOf(JSON.stringify(reply));
    const { segment, host } = this;
    this.transport.keep({ key, segment, host, settlement, answer });
  }

  post(out: Outgoing, options: CallOptions | undefined): Promise<WithResponse<never>> {
    const { method, params, info, body, key } = out;
    const { segment, url, host } = this;
    const context: ErrorContext = { segment, operation: method };
    return this.transport.call(
      {
        url,
        method: "POST",
        headers: mergeHeaders(HEADERS, options?.headers),
        body,
        context,
        safe: info.safe,
        onSend: options?.onSend,
        host,
        key,
        read: (answer, isShared) =>
          info.safe
            ? readResult(out, answer, isShared, context)
            : readSecretly(out, answer, context),
        settles: ({ data }) => settlementOf(info.height, params, data),
      },
      options,
    );
  }
}

/** The answer to an equal call of another caller carries that one's id, and it was checked there. */
function readResult(
  out: Outgoing,
  answer: Answer,
  isShared: boolean,
  context: ErrorContext,
): WithResponse<never> {
  const reply = readReply(parseJson(answer, context), answer, context);
  if (out.id !== undefined && !isShared && reply.id !== out.id) {
    const message = `expected ${out.id}, got ${showValue(reply.id)}`;
    throw new ContractError([{ path: "id", message }], contextOf(answer, context));
  }
  const data = decodeAnswer(out.result, reply.result, answer, context);
  return { data: data as never, response: answer };
}

/** What changes something may be a signed transaction, whose bytes stand in no error. */
function readSecretly(out: Outgoing, answer: Answer, context: ErrorContext): WithResponse<never> {
  try {
    return readResult(out, answer, false, context);
  } catch (error) {
    redact(error, out.body);
    throw error;
  }
}

/** Parameters left out at the end are not sent: the service's defaults hold. */
function textOf(params: readonly unknown[]): string {
  let { length } = params;
  while (length > 0 && params[length - 1] === undefined) length -= 1;
  return JSON.stringify(length === params.length ? params : params.slice(0, length));
}
