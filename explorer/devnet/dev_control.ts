import { type Segment } from "alphadelta";
import { resolveEndpoints, SEGMENTS } from "alphadelta/chains";
import { RPC_ERRORS } from "alphadelta/errors";
import { DEV_TOKEN_HEADER } from "alphadelta/devnet";
import { formatUnits, NATIVE_DECIMALS } from "alphadelta/units";
import type { CallLog } from "../session/call_log.ts";
import type { Session } from "../session/session.ts";

/** Name in the tab's storage under which the token of an endpoint is kept. */
const TOKEN_PREFIX = "alphadelta.token ";

interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: string };
}

/** A rule of injected faults. */
export interface FaultRule {
  readonly path: string;
  readonly kind: string;
  readonly probability: number;
  readonly status?: number;
  readonly delayMs?: number;
}

/** Calls the `dev_*` methods of a segment with the token that was typed in this tab. */
export class DevControl {
  readonly #session: Session;
  readonly #segment: Segment;
  readonly #log: CallLog | undefined;

  /** @param log Notes the calls. */
  constructor(session: Session, segment: Segment, log?: CallLog) {
    this.#session = session;
    this.#segment = segment;
    this.#log = log;
  }

  /** Empty until one is typed. */
  get token(): string {
    return sessionStorage.getItem(TOKEN_PREFIX + this.#session.endpoint) ?? "";
  }

  set token(token: string) {
    sessionStorage.setItem(TOKEN_PREFIX + this.#session.endpoint, token);
  }

  /**
   * Calls a method.
   *
   * @throws {Error} If the service refuses; the message says why.
   */
  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    if (this.token === "")
      throw new Error("Enter the token above: serve --dev prints it at startup.");
    const { result, error } = await this.#send(method, params);
    if (error) throw new Error(this.#inTokens(error.data ?? error.message));
    return result;
  }

  /** A message with amounts as the panel takes them. */
  #inTokens(text: string): string {
    const { chain } = SEGMENTS[this.#segment];
    return text.replaceAll(
      /(\d+) base units?/g,
      (_, amount: string) => `${formatUnits(BigInt(amount), NATIVE_DECIMALS)} ${chain}`,
    );
  }

  /** Start of the paths of the segment's REST operations. */
  get restPath(): string {
    return `${new URL(resolveEndpoints(this.#segment, this.#session.endpoint).rest).pathname}/`;
  }

  /** Tells whether the service has these methods, by one that is refused for want of a token; others do not know them. */
  async isServed(): Promise<boolean> {
    const { error } = await this.#send("dev_snapshot", [], false);
    return error?.code === RPC_ERRORS.InvalidRequest.code;
  }

  async #send(method: string, params: readonly unknown[], hasToken = true): Promise<Reply> {
    const { endpoint, fetch, pacedFetch } = this.#session;
    const url = resolveEndpoints(this.#segment, endpoint).rpc ?? "";
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = {
      "Content-Type": "application/json",
      ...(hasToken && { [DEV_TOKEN_HEADER]: this.token }),
    };
    // Control is not counted; the question whether there is one is.
    const send = hasToken ? fetch : pacedFetch;
    const answered = send(url, { method: "POST", headers, body });
    const headerText = `{ "Content-Type": "application/json", "${DEV_TOKEN_HEADER}": token }`;
    this.#log?.add(
      method,
      `await fetch("${url}", { method: "POST", headers: ${headerText}, body: '${body}' }).then((answer) => answer.json())`,
      answered.then((answer) => answer.headers.get("X-Request-Id") ?? undefined),
    );
    return (await (await answered).json()) as Reply;
  }
}
