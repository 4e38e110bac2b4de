import type { Answer, ResponseInfo } from "./answer.ts";
import { type AnswerCache, mutabilityOf } from "./cache.ts";
import type { Clock } from "./clock.ts";
import {
  type CallOptions,
  type FullPolicy,
  isSharing,
  type TransportCall,
} from "./transport_call.ts";

/** A call that may go out in one request with others. */
export interface PartCall extends Pick<TransportCall<unknown>, "height" | "args"> {
  /** Key of deduplication and cache; made only where one of them needs it. */
  key(): string;
}

/** The outcome of a call that went out with others. */
export type PartResult =
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly response: ResponseInfo;
      /** The part of the answer that is the call's own; undefined of a call that went out alone. */
      readonly part?: { readonly answer: Answer; readonly reply: unknown };
    }
  | {
      readonly ok: false;
      readonly error: unknown;
      /** True where the call may succeed when it is sent by itself. */
      readonly again?: boolean;
    };

/** The two ways to send calls. Neither rejects, except on an abort. */
interface PartSender<Call> {
  /** Segment of the calls. */
  readonly segment: string;
  /** Origin of their API host. */
  readonly host: string;
  /**
   * Sends calls together; resolves to a result for each, in their order.
   *
   * @param options With what is left of the deadline whenever it is read.
   * @param total Number of calls that differ, those of the cache included.
   */
  together(
    calls: readonly Call[],
    options: CallOptions | undefined,
    total: number,
  ): Promise<readonly PartResult[]>;
  /** Sends a call through all policies. */
  alone(call: Call, options: CallOptions | undefined): Promise<PartResult>;
}

/** Calls that go out together, with the policies that a call by itself passes. */
export interface Gatherer {
  /** Tells whether a call of these options would be answered from the cache. */
  isCached(call: PartCall, options: CallOptions | undefined): boolean;
  /**
   * Sends calls together: equal ones once, those of the cache not at all, and one that may then succeed by itself once
   * more. Resolves to the result of each, in their order, with objects of its own; rejects on an abort alone.
   */
  send<Call extends PartCall>(
    calls: readonly Call[],
    options: CallOptions | undefined,
    sender: PartSender<Call>,
  ): Promise<readonly PartResult[]>;
}

/** Parts of a transport that calls sent together use. */
interface GatherParts {
  readonly answers: AnswerCache | undefined;
  readonly dedupes: boolean;
  readonly clock: Clock;
  /** Policy of a call that has none of its own. */
  readonly defaults: FullPolicy;
}

/** Milliseconds that a request gets at least, since 0 is no deadline. */
const LEAST_DEADLINE = 1;

export function createGatherer({ answers, dedupes, clock, defaults }: GatherParts): Gatherer {
  function isCached(call: PartCall, options: CallOptions | undefined): boolean {
    if (!answers?.mayHold(call) || !isSharing(options)) return false;
    return answers.has(call.key());
  }

  /** Caches a part of an answer if it is immutable. */
  function store(call: PartCall, result: PartResult | undefined, sender: PartSender<never>): void {
    if (!result?.ok || !result.part || !answers?.mayHold(call)) return;
    const { value, part } = result;
    const { segment, host } = sender;
    const mutability = mutabilityOf(call.height, call.args ?? [], value);
    const answer = (): Answer => part.answer.withText(JSON.stringify(part.reply));
    answers.add({ key: call.key(), segment, host, mutability, answer });
  }

  /** The deadline holds for all requests: each finds what is left of it. */
  function bounded(options: CallOptions | undefined): CallOptions | undefined {
    const { deadline = defaults.deadline } = options ?? {};
    if (deadline === Infinity) return options;
    const endsAt = clock.now() + deadline;
    return {
      ...options,
      get deadline() {
        return Math.max(LEAST_DEADLINE, endsAt - clock.now());
      },
    };
  }

  async function sendAsked<Call extends PartCall>(
    calls: readonly Call[],
    options: CallOptions | undefined,
    sender: PartSender<Call>,
  ): Promise<readonly PartResult[]> {
    const cached = new Set(calls.filter((call) => isCached(call, options)));
    const others = cached.size > 0 ? calls.filter((call) => !cached.has(call)) : calls;
    const [known, sent] = await Promise.all([
      // At once, since an answer to the others may take the place of one in the cache.
      Promise.all([...cached].map((call) => sender.alone(call, options))),
      sender.together(others, options, calls.length),
    ]);
    if (isSharing(options)) others.forEach((call, index) => store(call, sent[index], sender));
    const { retries = defaults.retries } = options ?? {};
    const isFinal = retries === 0 || isOverdue(options);
    const settled = isFinal ? sent : await repeatUnclear(others, sent, options, sender);
    if (cached.size === 0) return settled;
    const [found, rest] = [known.values(), settled.values()];
    return calls.map((call) => (cached.has(call) ? found : rest).next().value as PartResult);
  }

  return {
    isCached,
    async send(calls, options, sender) {
      const isJoined = dedupes && isSharing(options) && mayHaveEqual(calls);
      const asked = isJoined ? withoutEqual(calls) : calls;
      const results = await sendAsked(asked, bounded(options), sender);
      if (asked === calls) return results;
      const places = new Map(asked.map((call, index) => [call.key(), index]));
      return calls.map((call) => {
        const place = places.get(call.key()) as number;
        const result = results[place] as PartResult;
        const isOwn = !result.ok || call === asked[place];
        return isOwn ? result : { ...result, value: structuredClone(result.value) };
      });
    },
  };
}

/** Sends by itself what may then succeed, once. */
async function repeatUnclear<Call extends PartCall>(
  calls: readonly Call[],
  results: readonly PartResult[],
  options: CallOptions | undefined,
  sender: PartSender<Call>,
): Promise<readonly PartResult[]> {
  const isUnclear = (result: PartResult): boolean => !result.ok && result.again === true;
  if (!results.some(isUnclear)) return results;
  return Promise.all(
    results.map(async (result, index) =>
      isUnclear(result) ? sender.alone(calls[index] as Call, options) : result,
    ),
  );
}

/** Tells whether nothing is left of the deadline that calls share. */
export function isOverdue({ deadline = Infinity }: CallOptions = {}): boolean {
  return deadline <= LEAST_DEADLINE;
}

function withoutEqual<Call extends PartCall>(calls: readonly Call[]): readonly Call[] {
  const first = new Map<string, Call>();
  for (const call of calls) if (!first.has(call.key())) first.set(call.key(), call);
  return first.size < calls.length ? [...first.values()] : calls;
}

/** False where all calls differ in their last argument, or all in their first: most ask for no call twice. */
function mayHaveEqual(calls: readonly PartCall[]): boolean {
  return [-1, 0].every(
    (place) => new Set(calls.map(({ args }) => args?.at(place))).size < calls.length,
  );
}
