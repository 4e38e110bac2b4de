import { flag, required, type ValuesOf } from "../command.ts";
import { wrongUse } from "../exit_error.ts";
import { durationFrom, readNamedFile, wholeNumberFrom } from "../flag_values.ts";
import type { Terminal } from "../terminal.ts";

/** The flags of every topic. */
export const DELIVERY_FLAGS = {
  to: required(flag("--to <url>", "https URL of the receiver, or - for standard output")),
  state: required(flag("--state <file>", "file that keeps the position, made at first")),
  secretFile: flag("--secret-file <file>", "file with one secret a line, two to rotate"),
  batch: flag("--batch <number>", "most events of a batch", wholeNumberFrom(1, 10_000), 100),
  timeout: flag("--timeout <time>", "longest wait for an answer, by default 15s", milliseconds),
  giveUp: flag(
    "--give-up <time>",
    "end where the receiver fails for so long, by default 3d",
    milliseconds,
  ),
  allowPrivate: flag("--allow-private", "allow http, this machine and private networks"),
  metricsPort: flag("--metrics-port <port>", "serve /metrics; 0: any", wholeNumberFrom(0, 65_535)),
  metricsHost: flag("--metrics-host <host>", "where to serve it", String, "127.0.0.1"),
};

export type DeliveryFlags = ValuesOf<typeof DELIVERY_FLAGS>;

function milliseconds(text: string): number {
  return durationFrom(text) * 1_000;
}

/** Most secrets that are in use at a time. */
const MOST_SECRETS = 2;

/**
 * Reads the secrets of a file, a line each; no output shows them from then on.
 *
 * @throws {ExitError} If it cannot be read, or has none or too many.
 */
export async function readSecrets(
  { secrets: hidden }: Terminal,
  file: string | undefined,
): Promise<string[]> {
  if (file === undefined)
    throw wrongUse("Missing --secret-file: a receiver verifies what is delivered by a secret.");
  const text = await readNamedFile("--secret-file", file, "the secrets in ");
  const secrets = text.split("\n").flatMap((line) => line.trim() || []);
  for (const secret of secrets) hidden.add(secret);
  if (secrets.length > 0 && secrets.length <= MOST_SECRETS) return secrets;
  throw wrongUse(
    `Cannot use the secrets in ${file}: it has ${secrets.length} lines; expected one secret, or two to rotate.`,
  );
}
