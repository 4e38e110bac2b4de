import { type Chain, SEGMENTS } from "../../src/chains/mod.ts";
import { type Tier, TIERS } from "../../src/generated/tiers.gen.ts";
import type {
  AskStep,
  Exchange,
  ExpectedAnswer,
  MessageStep,
  SignStep,
  Step,
  WaitStep,
} from "./exchange.ts";
import { ExchangeError } from "./exchange_error.ts";
import { type Pattern, parsePattern } from "./parse_pattern.ts";

interface Line {
  readonly number: number;
  readonly text: string;
}

/** Lines that belong together: one that says what to do, and those below it. */
interface Block {
  readonly head: Line;
  readonly lines: readonly Line[];
}

const STARTS_BLOCK = /^(?:>>>|<<<|let |wait |chains:|blocks:|mempool:|tier:)/;
const MARK = /^@(\w+) ?/;
const HEADER = /^([A-Za-z][A-Za-z-]*): (.*)$/;
const REQUEST = /^>>> ([A-Z]+) (\{(?:rest|rpc|keys|origin)\}.*)$/;
const MESSAGE = ">>> MESSAGE {ws}";
const MESSAGE_BACK = "<<< message";
const ANSWER = /^<<< ([1-5]\d\d)$/;
const SIGN =
  /^let (\w+) = (transfer|token_transfer|delegate|undelegate|claim_rewards|propose|vote)((?: \w+ \S+)*)$/;
const WAIT = /^wait for (<[^<>]+>)$/;

/** The chains a file holds on: those of its line `chains:`, else all. */
export function chainsOf(text: string): readonly Chain[] {
  const known = [...new Set(Object.values(SEGMENTS).map(({ chain }) => chain))];
  const named = /^chains: (.*)$/m.exec(text)?.[1];
  if (named === undefined) return known;
  const chains = named.split(",").map((name) => name.trim());
  const strange = chains.find((name) => !known.some((chain) => chain === name));
  if (strange === undefined) return chains as Chain[];
  throw new ExchangeError(
    `Cannot read chains: each must be one of ${known.join(", ")}, got ${strange}`,
  );
}

/**
 * Reads a file as it is for one chain: lines that start with `@` and another chain's name are not there.
 *
 * @throws {ExchangeError} If a line is none of those there are; the message names it.
 */
export function parseExchange(text: string, chain: Chain): Exchange {
  const all = text.split("\n").map((line, index) => ({ number: index + 1, text: line.trimEnd() }));
  const title = /^# (.*)$/.exec(all[0]?.text ?? "")?.[1];
  if (title === undefined) throw new ExchangeError("Line 1: a title is expected, as in # Title");
  const blocks = readBlocks(all.flatMap((line) => linesOf(line, chain)));
  const steps = readSteps(blocks);
  if (steps.length === 0) throw new ExchangeError("A file must have at least one step");
  const needsOwnBlocks = blocks.some(({ head }) => head.text === "blocks: ours");
  const mempoolSize = readMempoolSize(blocks);
  const tier = readTier(blocks);
  return { title, chains: chainsOf(text), needsOwnBlocks, mempoolSize, tier, steps };
}

function readMempoolSize(blocks: readonly Block[]): number | undefined {
  const line = blocks.find(({ head }) => head.text.startsWith("mempool:"))?.head;
  if (!line) return undefined;
  const size = /^mempool: ([1-9]\d*)$/.exec(line.text)?.[1];
  if (size === undefined) throw unexpected(line);
  return Number(size);
}

function readTier(blocks: readonly Block[]): Tier | undefined {
  const line = blocks.find(({ head }) => head.text.startsWith("tier:"))?.head;
  if (!line) return undefined;
  const name = line.text.slice("tier: ".length);
  const tier = (Object.keys(TIERS) as Tier[]).find((known) => known === name);
  if (tier === undefined) throw unexpected(line);
  return tier;
}

/** The line without its mark; nothing if it is a comment or for another chain. */
function linesOf({ number, text }: Line, chain: Chain): Line[] {
  if (text.startsWith("#")) return [];
  const mark = MARK.exec(text);
  if (!mark) return [{ number, text }];
  return mark[1] === chain ? [{ number, text: text.slice(mark[0].length) }] : [];
}

function readBlocks(lines: readonly Line[]): Block[] {
  const blocks: { head: Line; lines: Line[] }[] = [];
  for (const line of lines) {
    if (STARTS_BLOCK.test(line.text)) blocks.push({ head: line, lines: [] });
    else if (blocks.length > 0) blocks.at(-1)?.lines.push(line);
    else if (line.text !== "") throw unexpected(line);
  }
  return blocks;
}

function readSteps(blocks: readonly Block[]): Step[] {
  const steps: Step[] = [];
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (!block || /^(?:chains|blocks|mempool|tier):/.test(block.head.text)) continue;
    if (block.head.text === MESSAGE) {
      const rest = blocks.slice(index + 1);
      const end = rest.findIndex(({ head }) => head.text !== MESSAGE_BACK);
      const back = end < 0 ? rest : rest.slice(0, end);
      steps.push(readMessageStep(block, back));
      index += back.length;
    } else if (block.head.text.startsWith(">>>")) {
      steps.push(readAsk(block, blocks[index + 1]));
      index++;
    } else steps.push(readOther(block));
  }
  return steps;
}

function readAsk(block: Block, answer: Block | undefined): AskStep {
  const [, verb, url] = REQUEST.exec(block.head.text) ?? [];
  if (verb === undefined || url === undefined) throw unexpected(block.head);
  if (!answer?.head.text.startsWith("<<<")) {
    throw new ExchangeError(`Line ${block.head.number}: no answer (<<<) follows the request`);
  }
  const { headers, body } = readMessage(block);
  const expected = readAnswer(answer);
  return { kind: "ask", line: block.head.number, verb, url, headers, body, expected };
}

function readMessageStep(block: Block, back: readonly Block[]): MessageStep {
  const { number: line } = block.head;
  if (back.length === 0) throw new ExchangeError(`Line ${line}: no message (<<<) follows`);
  const expected = back.map((one) => readPattern(one, readMessage(one).body ?? ""));
  return { kind: "message", line, body: readMessage(block).body, expected };
}

function readPattern({ head }: Block, text: string): Pattern {
  try {
    return parsePattern(text);
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    throw new ExchangeError(`Line ${head.number}: ${error.message}`, { cause: error });
  }
}

function readAnswer(block: Block): ExpectedAnswer {
  const status = ANSWER.exec(block.head.text)?.[1];
  if (status === undefined) throw unexpected(block.head);
  const { headers, body } = readMessage(block);
  return {
    status: Number(status),
    headers,
    body: body === undefined ? undefined : readPattern(block, body),
  };
}

/** Headers stand right below the first line, the body below them. */
function readMessage({ lines }: Block): {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
} {
  const headers: [string, string][] = [];
  for (const { text } of lines) {
    const [, name, value] = HEADER.exec(text) ?? [];
    if (name === undefined || value === undefined) break;
    headers.push([name, value]);
  }
  const texts = lines.slice(headers.length).map(({ text }) => text);
  const body = texts.join("\n").trim();
  return { headers, body: body === "" ? undefined : body };
}

function readOther({ head, lines }: Block): SignStep | WaitStep {
  const extra = lines.find(({ text }) => text !== "");
  if (extra) throw unexpected(extra);
  const hash = WAIT.exec(head.text)?.[1];
  if (hash !== undefined) return { kind: "wait", line: head.number, hash };
  const [, name, type, pairs = ""] = SIGN.exec(head.text) ?? [];
  if (name === undefined || type === undefined) throw unexpected(head);
  const options = Object.fromEntries(
    [...pairs.matchAll(/ (\w+) (\S+)/g)].map(([, key, value]) => [key, value]),
  );
  return { kind: "sign", line: head.number, name, type, options };
}

function unexpected({ number, text }: Line): ExchangeError {
  return new ExchangeError(`Line ${number}: cannot read ${JSON.stringify(text)}`);
}
