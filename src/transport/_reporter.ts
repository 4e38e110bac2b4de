import { isAlphadeltaError } from "../errors/mod.ts";
import type { Answer } from "./answer.ts";
import type { Clock } from "./clock.ts";
import type { CallEvent, Hooks, ResponseEvent } from "./hooks.ts";
import { notify } from "./notify.ts";
import type { TransportCall } from "./transport_call.ts";

/** A call as hooks know it. */
export interface Report {
  readonly event: CallEvent;
  readonly startedAt: number;
}

/** How a call ended. */
export interface Ending {
  readonly answer?: Answer | undefined;
  readonly error?: unknown;
  readonly attempts: number;
  readonly source: ResponseEvent["source"];
}

/** Tells the hooks. */
export class Reporter {
  readonly #hooks: Hooks;
  readonly #clock: Clock;
  #calls = 0;

  constructor(hooks: Hooks, clock: Clock) {
    this.#hooks = hooks;
    this.#clock = clock;
  }

  begin({ context, method, url }: TransportCall<unknown>): Report {
    const { segment, operation } = context;
    const [shown = url] = url.split(/[?#]/, 1);
    const event = { call: ++this.#calls, segment, operation, method, url: shown };
    this.tell("onRequest", event);
    return { event, startedAt: this.#clock.now() };
  }

  end({ event, startedAt }: Report, { answer, error, attempts, source }: Ending): void {
    const known = isAlphadeltaError(error) ? error : undefined;
    this.tell("onResponse", {
      ...event,
      attempts,
      status: answer?.status ?? known?.status,
      requestId: answer?.requestId ?? known?.requestId,
      error,
      durationMs: this.#clock.now() - startedAt,
      source,
    });
  }

  /** A hook cannot break a call. */
  tell<Name extends keyof Hooks>(name: Name, event: Parameters<NonNullable<Hooks[Name]>>[0]): void {
    notify(this.#hooks[name] as ((event: unknown) => unknown) | undefined, event);
  }
}
