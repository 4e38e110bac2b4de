import { gunzipSync } from "node:zlib";

/** An HTTP answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Answers at the start of what came, and how many bytes they are. */
export interface ReadAnswers {
  readonly answers: readonly WireAnswer[];
  readonly size: number;
}

const END = Buffer.from("\r\n\r\n");

/**
 * Reads the answers that are there in full; those to `HEAD` have no body, whatever length they tell.
 *
 * @throws {SyntaxError} If something is no HTTP answer.
 */
export function readAnswers(bytes: Buffer, methods: readonly string[]): ReadAnswers {
  const answers: WireAnswer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf(END, at);
    if (end < 0) return { answers, size: at };
    const [first = "", ...lines] = bytes.toString("latin1", at, end).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    if (!(status >= 100)) throw new SyntaxError(`No HTTP answer: ${first.slice(0, 80)}`);
    const start = end + END.length;
    if (status < 200) {
      at = start;
      continue;
    }
    const headers = new Map(lines.map(readHeader));
    const isBare = status === 204 || status === 304 || methods[answers.length] === "HEAD";
    const length = isBare ? 0 : Number(headers.get("content-length"));
    if (!Number.isSafeInteger(length)) throw new SyntaxError("An answer does not tell its length");
    if (bytes.length < start + length) return { answers, size: at };
    at = start + length;
    const raw = bytes.subarray(start, at);
    const isZipped = !isBare && headers.get("content-encoding") === "gzip";
    answers.push({ status, headers, body: (isZipped ? gunzipSync(raw) : raw).toString() });
  }
}

function readHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  if (colon < 1) throw new SyntaxError(`No header: ${line.slice(0, 80)}`);
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
