const DECODER = /* @__PURE__ */ new TextDecoder();

/**
 * Reads a body to its end: as bytes, or as a string. Undefined once it has more than `most` bytes; the rest is not read.
 *
 * Chunk by chunk costs no more than `text()`, so that small answers do not pay for the bound.
 */
export async function readBody(
  response: Response,
  asBytes: boolean,
  most: number,
): Promise<string | ArrayBuffer | undefined> {
  const { body } = response;
  // A class of a `fetch` that the user gave may have no such stream; null is an empty body.
  if (body !== null && !body?.getReader) return readWhole(response, asBytes, most);
  const bytes = body ? await readStream(body, most) : new Uint8Array();
  return bytes && (asBytes ? exactBuffer(bytes) : DECODER.decode(bytes));
}

async function readStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = stream.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    const { value } = await reader.read();
    if (value === undefined) break;
    size += value.length;
    if (size > most) {
      void reader.cancel().catch(ignore);
      return undefined;
    }
    chunks.push(value);
  }
  return chunks.length === 1 ? chunks[0] : join(chunks, size);
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

async function readWhole(
  response: Response,
  asBytes: boolean,
  most: number,
): Promise<string | ArrayBuffer | undefined> {
  const body = asBytes ? await response.arrayBuffer() : await response.text();
  const size = typeof body === "string" ? body.length : body.byteLength;
  return size > most ? undefined : body;
}

/** A chunk may be part of a larger buffer. */
function exactBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): ArrayBuffer {
  return byteLength === buffer.byteLength
    ? buffer
    : buffer.slice(byteOffset, byteOffset + byteLength);
}

function ignore(): void {}
