import type { Chance } from "./chance.ts";
import { checkAnswer, type Verdict } from "./check_answer.ts";
import type { FuzzContext } from "./fuzz_context.ts";
import { mutateBytes } from "./mutate_bytes.ts";
import { mutateRequest } from "./mutate_request.ts";
import { type ReadAnswers, readAnswers } from "./read_answers.ts";
import { type FuzzRequest, writeRequest } from "./request.ts";
import { type Received, sendBytes } from "./send_bytes.ts";

/** Headers after which the length of a request is not what it seems, or the connection is something else. */
const FRAMING = ["content-length", "transfer-encoding", "expect", "connection", "upgrade"];

/** Result of one turn: a verdict for each answer, and the bytes sent. */
export interface Outcome {
  readonly verdicts: readonly Verdict[];
  readonly sent: Buffer;
}

/** Sends one mutated request, or a few in a row on one connection, and judges what is answered. */
export async function fuzzHttp(chance: Chance, context: FuzzContext): Promise<Outcome> {
  const count = chance.happens(0.1) ? 1 + chance.below(4) : 1;
  const isBroken = chance.happens(0.12);
  const mutated = Array.from({ length: count }, () =>
    mutateRequest(chance.pick(context.seeds), chance, context.methods),
  );
  // Which of several answers has no body could not be told where one of the requests is swallowed.
  const requests = isBroken || count > 1 ? mutated.map(answerable) : mutated;
  const whole = Buffer.concat(requests.map(writeRequest));
  const sent = isBroken ? mutateBytes(whole, chance) : whole;
  const isPlain = !isBroken && requests.every(isPlainRequest);
  const methods = requests.map(({ method }) => method);
  const pieces = chance.happens(0.1) ? cut(sent, chance) : [sent];
  // What is not whole would be waited for. Who ends its side may be left without an answer, and who still writes a
  // body that nobody wants may not get to read it.
  const ends = !isPlain || chance.happens(0.1);
  const { bytes, hangs } = await sendBytes(context.origin, {
    pieces,
    ends,
    isDone: (received) => countAnswers(received, methods) >= count,
    deadline: context.deadline,
  });
  return {
    sent,
    verdicts: judge(
      {
        bytes,
        hangs,
        requests: isPlain ? requests : undefined,
        methods,
        mayMiss: ends || pieces.length > 1,
      },
      context,
    ),
  };
}

/** A request whose answer has a body. */
function answerable(request: FuzzRequest): FuzzRequest {
  return request.method === "HEAD" ? { ...request, method: "GET" } : request;
}

/** True if nothing in a request contradicts itself. */
function isPlainRequest({ target, headers, method, body }: FuzzRequest): boolean {
  const isOneLine = /^[\x21-\x7e]*$/.test(target) && target !== "";
  const isPosted = body === undefined || method !== "CONNECT";
  return isOneLine && isPosted && !headers.some(([name]) => FRAMING.includes(name.toLowerCase()));
}

interface Answered extends Received {
  /** The request, if it is whole. */
  readonly requests: readonly FuzzRequest[] | undefined;
  readonly methods: readonly string[];
  readonly mayMiss: boolean;
}

function judge(
  { bytes, hangs, requests, methods, mayMiss }: Answered,
  { contract }: FuzzContext,
): Verdict[] {
  let read: ReadAnswers;
  try {
    read = readAnswers(bytes, methods);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return [{ kind: "no answer", problems: [problem] }];
  }
  const { answers } = read;
  const verdicts = answers.map((answer, index) => checkAnswer(requests?.[index], answer, contract));
  if (hangs) return [...verdicts, { kind: "hang", problems: ["nothing came in time"] }];
  if (answers.length > 0) return verdicts;
  const problems = requests && !mayMiss ? ["the connection ended without an answer"] : [];
  return [{ kind: "closed", problems }];
}

function countAnswers(received: Buffer, methods: readonly string[]): number {
  try {
    return readAnswers(received, methods).answers.length;
  } catch {
    return Infinity;
  }
}

function cut(bytes: Buffer, chance: Chance): Buffer[] {
  const places = Array.from({ length: 1 + chance.below(4) }, () => chance.below(bytes.length + 1));
  const sorted = [0, ...places.toSorted((left, right) => left - right), bytes.length];
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
}
