import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ServiceRequest, ServiceResponse } from "../../request.ts";
import { answerUnchanged, contentTag, isNamed } from "../../api/rest/mod.ts";

/** Content types of what is published, by the ending of its name. */
const TYPES: Readonly<Record<string, string | undefined>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/vnd.microsoft.icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  md: "text/markdown; charset=utf-8",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  woff2: "font/woff2",
  yaml: "application/yaml",
};

/** Most variants that a file is kept in: they follow from the `Host` that clients choose. */
const MAXIMUM_VARIANTS = 8;

/** A file as a response. */
interface FileRequest {
  readonly request: Pick<ServiceRequest, "header">;
  readonly file: URL;
  /** Beside the content type and the tag. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names what {@linkcode edit} makes of the file; empty for the file itself. */
  readonly variant?: string;
  readonly edit?: (text: string) => string;
}

/** The responses of a file, valid until it is written anew. */
interface CachedFile {
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  /** By variant: the one that was asked for last stands last. */
  readonly responses: Map<string, Promise<ServiceResponse>>;
}

/**
 * Files as responses, each read, hashed and compressed once until it is written anew.
 *
 * `sirv` and `send` write to a response of `node:http` alone. These are answered in process too, have variants, and are
 * compressed once.
 */
export class FileResponses {
  readonly #cached = new Map<string, CachedFile>();

  /**
   * Answers with a file, or that the client has it.
   *
   * @throws {Error} If there is none, or its name has an ending of no kind that is published.
   */
  async answer(asked: FileRequest): Promise<ServiceResponse> {
    const response = await this.#read(asked);
    const { ETag: tag = "" } = response.headers;
    const ifNoneMatch = asked.request.header("if-none-match") ?? "";
    if (!isNamed(ifNoneMatch, tag)) return response;
    const unchanged = answerUnchanged(tag);
    // They replace those of the copy that the client has.
    return { ...unchanged, headers: { ...unchanged.headers, ...asked.headers } };
  }

  async #read(asked: FileRequest): Promise<ServiceResponse> {
    const { file, variant = "" } = asked;
    const type = TYPES[file.pathname.split(".").at(-1) ?? ""];
    if (type === undefined) throw new RangeError(`Cannot publish: ${file.pathname} is no page`);
    const { mtimeMs: writtenAt } = await stat(file);
    const responses = this.#responsesOf(file, writtenAt);
    const response = responses.get(variant) ?? readResponse(asked, type);
    responses.delete(variant);
    responses.set(variant, response);
    const [oldest = ""] = responses.keys();
    if (responses.size > MAXIMUM_VARIANTS) responses.delete(oldest);
    response.catch(() => responses.delete(variant));
    return response;
  }

  #responsesOf({ href }: URL, writtenAt: number): CachedFile["responses"] {
    const known = this.#cached.get(href);
    if (known?.writtenAt === writtenAt) return known.responses;
    const responses: CachedFile["responses"] = new Map();
    this.#cached.set(href, { writtenAt, responses });
    return responses;
  }
}

async function readResponse(
  { file, headers: further, variant = "", edit }: FileRequest,
  type: string,
): Promise<ServiceResponse> {
  const read = await readFile(file);
  const body = variant === "" || !edit ? read : Buffer.from(edit(read.toString()));
  const headers = { "Content-Type": type, ETag: contentTag(body), ...further };
  return { status: 200, headers, body, gzipped: await promisify(gzip)(body, { level: 9 }) };
}

/**
 * A folder of this package, below the nearest folder with a manifest: this module is not as deep in the package where it is
 * part of a bundle.
 *
 * @param name Its path in the package, with a slash at the end.
 */
export function packageFolder(name: string): URL {
  const above = new URL("..", import.meta.url);
  let folder = above;
  while (!existsSync(new URL("package.json", folder))) {
    const next = new URL("..", folder);
    // The root of the file system: the package has no such folder.
    if (next.href === folder.href) return new URL(name, above);
    folder = next;
  }
  return new URL(name, folder);
}
