import { fdatasync, fstatSync } from "node:fs";
import { promisify } from "node:util";
import { escapeControls } from "../units/internal.ts";
import { DeliveryError } from "./delivery_error.ts";
import type { Sink } from "./sink.ts";

/** A stream of Node, such as `process.stdout` or a file's. */
export interface TextStream {
  /** Writes a text, and calls back once it is written, or cannot be. */
  write(text: string, callback: (error?: Error | null) => void): unknown;
  /** Descriptor of the stream, where it has one. */
  readonly fd?: number;
}

/**
 * Writes each event as a line of JSON, control characters escaped, since a terminal may be the reader. A batch is acknowledged
 * once the stream has written it, and where that is a file, once it is on the disk: what the reader of a pipe makes of it is
 * not known.
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
    encode: ({ events }) => `${events.map(escapeControls).join("\n")}\n`,
    async send({ body }) {
      try {
        await new Promise<void>((resolve, reject) => {
          stream.write(body, (error) => (error ? reject(error) : resolve()));
        });
        if (stream.fd !== undefined && fstatSync(stream.fd).isFile()) await synchronise(stream.fd);
      } catch (error) {
        throw endOf(error as Error);
      }
    },
  };
}

const synchronise = promisify(fdatasync);

function endOf(cause: Error): DeliveryError {
  const { code = cause.message } = cause as NodeJS.ErrnoException;
  return new DeliveryError("receiver_gone", `Cannot write to the stream: ${code}`, { cause });
}
