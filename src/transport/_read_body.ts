type Bytes = Uint8Array<ArrayBuffer>;

const DECODER = /* @__PURE__ */ new TextDecoder();

/**
 * Reads a body to its end: as bytes, or as a string. Undefined once it has more than `most` bytes; the rest is not read.
 *
 * Chunk by chunk costs no more than `text()`, so that small answers do not pay for the bound.
 */
export function readBody(
  response: Response,
  asBytes: boolean,
  most: number,
): Promise<string | Bytes | undefined> {
  const { body } = response;
  // A class of a `fetch` that the user gave may have no such stream; null is an empty body.
  if (body !== null && !body?.getReader) return readWhole(response, asBytes, most);
  if (!body) return Promise.resolve(asBytes ? new Uint8Array() : "");
  return readStream(body, asBytes, most);
}

async function readStream(
  stream: ReadableStream<Bytes>,
  asBytes: boolean,
  most: number,
): Promise<string | Bytes | undefined> {
  const reader = stream.getReader();
  const chunks: Bytes[] = [];
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
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : join(chunks, size);
  return asBytes ? bytes : DECODER.decode(bytes);
}

function join(chunks: readonly Bytes[], size: number): Bytes {
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
): Promise<string | Bytes | undefined> {
  const body = asBytes ? new Uint8Array(await response.arrayBuffer()) : await response.text();
  return body.length > most ? undefined : body;
}

function ignore(): void {}
