import { readFile } from "node:fs/promises";
import { wrongUse } from "./exit_error.ts";

/** First bytes of UTF-16, in both orders. */
const UTF_16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/**
 * Reads text, without the byte order mark that some editors begin it with.
 *
 * @param place Source of the bytes, for messages. These never repeat the text, which may be a key.
 */
export function decodeText(bytes: Uint8Array, place: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const isWide = UTF_16.some((mark) => mark.every((byte, index) => bytes[index] === byte));
    const encoding = isWide ? "it is UTF-16" : "it is not UTF-8";
    throw wrongUse(`Cannot read ${place}: ${encoding}. Save it as UTF-8.`);
  }
}

/** Why a file cannot be read, by the codes of the system. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "this user may not read it",
};

/** A file in messages, with the flag, variable or setting that names it. */
export function namedBy(source: string, file: string): string {
  return file === "-" ? "standard input" : `${file}, named by ${source}`;
}

/**
 * Reads the file that a flag, a variable or a setting names.
 *
 * @param source The flag, variable or setting, for messages.
 * @param what Kind of the file, for messages, which put it in front of the name.
 */
export async function readNamedFile(source: string, file: string, what = ""): Promise<string> {
  const place = what + namedBy(source, file);
  const bytes = await readFile(file).catch(({ code = "" }: NodeJS.ErrnoException) => {
    throw wrongUse(`Cannot read ${place}: ${FAULTS[code] ?? code}.`);
  });
  return decodeText(bytes, place);
}

/**
 * Reads a key: one line of visible characters of ASCII.
 *
 * @param what Name of the key in messages, which never repeat the key itself.
 */
export function keyFrom(text: string, what: string): string {
  const key = text.trim();
  const fault = keyFault(key);
  if (fault === undefined) return key;
  throw wrongUse(`Cannot use ${what}: ${fault}; expected one line with nothing but the key.`);
}

function keyFault(key: string): string | undefined {
  if (key === "") return "it is empty";
  const { length } = key.split(/\r\n|[\r\n]/);
  if (length > 1) return `it has ${length} lines`;
  if (/\0/.test(key)) return "it has null characters, as UTF-16 has";
  if (/\p{Cc}/u.test(key)) return "it has control characters";
  if (/\s/.test(key)) return "it has spaces";
  return /^[!-~]+$/.test(key) ? undefined : "it has characters that are not ASCII";
}
