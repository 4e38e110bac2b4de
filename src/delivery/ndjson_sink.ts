import { DeliveryError } from "./delivery_error.ts";
import type { Sink } from "./sink.ts";

/** A stream of Node, such as `process.stdout` or a file's. */
export interface TextStream {
  /** Writes a text, and calls back once it is written, or cannot be. */
  write(text: string, callback: (error?: Error | null) => void): unknown;
}

/**
 * Writes each event as a line of JSON. A batch is acknowledged once the stream has written it: what the reader of a pipe
 * makes of it is not known.
 *
 * @example
 * ```ts
 * import { ndjsonSink } from "alphadelta/delivery";
 *
 * const sink = ndjsonSink(process.stdout);
 * ```
 */
export function ndjsonSink(stream: TextStream): Sink {
  return {
    format: "ndjson",
    encode: ({ events }) => `${events.join("\n")}\n`,
    send: ({ body }) =>
      new Promise((resolve, reject) => {
        stream.write(body, (error) => (error ? reject(endOf(error)) : resolve()));
      }),
  };
}

function endOf(cause: Error): DeliveryError {
  const { code = cause.message } = cause as NodeJS.ErrnoException;
  return new DeliveryError("receiver_gone", `Cannot write to the stream: ${code}`, { cause });
}
