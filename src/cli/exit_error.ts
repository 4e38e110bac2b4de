import {
  RPC_INSUFFICIENT_FUNDS,
  RPC_INVALID_PARAMS,
  RPC_LIMIT_EXCEEDED,
  type RestErrorCode,
} from "../generated/errors.gen.ts";
import { EXAMPLE_SEGMENT, type Segment, SEGMENTS } from "../generated/segments.gen.ts";
import { formatUnits, NATIVE_DECIMALS } from "../units/mod.ts";

export const EXIT = {
  ok: 0,
  failed: 1,
  wrongUse: 2,
  notFound: 3,
  rateLimited: 4,
  gaveUp: 5,
  expired: 6,
  interrupted: 130,
} as const;

/**
 * An error with an exit code of its own; any other ends a command with `EXIT.failed`. Readers of flags, arguments, settings
 * and the files that they name throw it where a value is wrong.
 */
export class ExitError extends Error {
  readonly exitCode: number;

  /** @param message One sentence that says what is wrong, and what to do. */
  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function wrongUse(message: string): ExitError {
  return new ExitError(EXIT.wrongUse, message);
}

export function notFound(message: string): ExitError {
  return new ExitError(EXIT.notFound, message);
}

interface Failure {
  readonly exitCode: number;
  /** One line: what is wrong, and what to do. */
  readonly text: string;
}

/** Codes that decide the exit code; named one by one, so that the compiler reports a code that the specs lose. */
type KnownCode =
  | RestErrorCode
  | "network"
  | "timeout"
  | "quota_exhausted"
  | "ERR_UNKNOWN_BUILTIN_MODULE";

/** Errors of the client by their shape: its classes are not loaded by commands that do not call a service. */
interface CallError {
  readonly name: string;
  readonly message: string;
  readonly code?: KnownCode | number | undefined;
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly chains?: readonly string[];
  readonly segment?: Segment | undefined;
  readonly operation?: string | undefined;
  /** Findings of a wait for a receipt. */
  readonly evidence?: readonly { readonly kind: string }[];
}

const ARGUMENT_ERRORS = ["TypeError", "RangeError", "SyntaxError"];
/** Begins of our own messages about arguments; the runtime throws the same classes for other reasons. */
const ARGUMENT_MESSAGE =
  /^Cannot (?:call|use|open|issue|resume|subscribe|wait|send|deliver|sign|listen:) /;
const LIMIT_CODES: readonly CallError["code"][] = [
  "RATE_LIMITED",
  "quota_exhausted",
  RPC_LIMIT_EXCEEDED,
];

/** The exit code and the message of an error that ended a command. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof ExitError) return { exitCode: error.exitCode, text: error.message };
  if (!(error instanceof Error)) return { exitCode: EXIT.failed, text: String(error) };
  const failure = error as CallError;
  const advice = adviceOn(failure);
  // The client's own advice, in terms of the command line.
  const message = refusalText(failure)
    .replace(/\. Is a service running there, [^.]*\?$/, "")
    .replace(/: use a client of ([\w-]+)$/, ": use --chain $1");
  return {
    exitCode: exitCodeOf(failure),
    text: advice ? `${message.replace(/\.$/, "")}. ${advice}` : message,
  };
}

/** A refusal of an argument by the service, in the form of one by the client: `Cannot call getBlock: …`. */
function refusalText({ message, code, operation = "the service" }: CallError): string {
  // The service has base units where people type tokens. A shorter number is one of gas.
  if (code === RPC_INSUFFICIENT_FUNDS)
    return message.replace(
      /\b(\d{9,})(?: base units)?/g,
      (_, n: string) => `${formatUnits(BigInt(n), NATIVE_DECIMALS)} tokens`,
    );
  if (code !== "INVALID_PARAM" && code !== RPC_INVALID_PARAMS) return message;
  const reason = message.replace(/^(?:INVALID_PARAM|Invalid params): | \(-32602\)$/g, "");
  return `Cannot call ${operation}: ${reason}`;
}

/** Returns true if a wait for a receipt ended although the service answered. */
function isNoReceipt({ name, evidence = [] }: CallError): boolean {
  return name === "NoReceiptError" && evidence.some(({ kind }) => kind !== "fault");
}

function exitCodeOf(failure: CallError): number {
  const { name, message, code, status } = failure;
  if (LIMIT_CODES.includes(code) || status === 429) return EXIT.rateLimited;
  if (code === "NOT_FOUND" || isNoReceipt(failure)) return EXIT.notFound;
  if (name === "WrongChainError" || code === "INVALID_PARAM" || code === RPC_INVALID_PARAMS)
    return EXIT.wrongUse;
  const isArgument = ARGUMENT_ERRORS.includes(name) && ARGUMENT_MESSAGE.test(message);
  return isArgument ? EXIT.wrongUse : EXIT.failed;
}

function adviceOn(failure: CallError): string | undefined {
  const { name, message, code, status, retryAfter, segment } = failure;
  if (LIMIT_CODES.includes(code) || status === 429) {
    const when = retryAfter === undefined ? "later" : `in ${Math.ceil(retryAfter)} s`;
    return `Try again ${when}, or use an API key with --key-file.`;
  }
  if (name === "WrongChainError") return `Use --chain ${segmentsLike(failure).join(" or ")}.`;
  if (!isNoReceipt(failure) && (code === "network" || code === "timeout"))
    return 'Is the service running there? See --endpoint, or start one with "alphadelta serve".';
  if (code === RPC_INSUFFICIENT_FUNDS && / has 0 /.test(message))
    return `That is its balance on ${segment}: choose another segment with --chain.`;
  if (name === "ContractError")
    return 'The service does not follow the interface: run "alphadelta doctor" for details.';
  return undefined;
}

/** The segments of the chains that have a call, on the network that it was tried on. */
function segmentsLike({ chains = [], segment = EXAMPLE_SEGMENT }: CallError): string[] {
  const { network } = SEGMENTS[segment];
  const isLike = (name: Segment): boolean =>
    chains.includes(SEGMENTS[name].chain) && SEGMENTS[name].network === network;
  return (Object.keys(SEGMENTS) as Segment[]).filter(isLike);
}
