import { concatBytes } from "../units/internal.ts";
import { ignore } from "../notify.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const DECODER = /* @__PURE__ */ new TextDecoder();

/**
 * Reads a body as bytes or as a string; undefined once the body exceeds `maxBytes`, and the rest is not read.
 *
 * Reading chunk by chunk costs no more than `text()`, so the limit costs small answers nothing.
 */
export async function readBody(
  response: Response,
  asBytes: boolean,
  maxBytes: number,
): Promise<string | Bytes | undefined> {
  // An empty response has no body, and the response of a custom `fetch` may have no stream.
  const reader = response.body?.getReader?.();
  if (!reader) {
    const body = asBytes ? new Uint8Array(await response.arrayBuffer()) : await response.text();
    return body.length > maxBytes ? undefined : body;
  }
  let first: Bytes | undefined;
  const others: Bytes[] = [];
  let size = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    const { value } = await reader.read();
    if (value === undefined) break;
    size += value.length;
    if (size > maxBytes) {
      void reader.cancel().catch(ignore);
      return undefined;
    }
    if (first) others.push(value);
    else first = value;
  }
  first ??= new Uint8Array();
  const bytes = others.length > 0 ? concatBytes([first, ...others]) : first;
  return asBytes ? bytes : DECODER.decode(bytes);
}
