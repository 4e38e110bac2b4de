import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Meta, ServiceRequest, ServiceResponse } from "../../request.ts";
import { answerUnchanged, contentTag, isNamed } from "../../api/rest/mod.ts";

/** Content types by file extension; no other file is published. */
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

/** An edit of a file that inserts values of the request, such as its host. */
export interface FileEdit {
  /** Inserts marks into the text, in the places of the values. Runs once for each name, whatever the values are. */
  readonly make: (text: string) => string;
  /** Name of the edit, for the cache. */
  readonly name: string;
  /** Values by mark. */
  readonly marks: Readonly<Record<string, string>>;
}

/** A request for a static page. */
export interface StaticRequest {
  readonly request: Pick<ServiceRequest, "header">;
  /** Base URL of the request; undefined if its headers do not tell. */
  readonly base: string | undefined;
  /** The served segments. */
  readonly segments: readonly string[];
  readonly meta: Meta;
}

interface FileRequest {
  readonly request: Pick<ServiceRequest, "header">;
  readonly file: URL;
  /** Headers beside content type and ETag. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for the unedited file. */
  readonly edit?: FileEdit | undefined;
}

/** The responses of a file, valid until the file is modified. */
interface CachedFile {
  /** Time of the modification, in milliseconds since 1970. */
  readonly writtenAt: number;
  /** Responses with marks by the name of the edit; the unedited file has an empty name. */
  readonly responses: Map<string, Promise<ServiceResponse>>;
}

/**
 * Serves files. Each is read, hashed and compressed once until it is modified; an edited file is compressed as any other
 * answer is.
 *
 * `sirv` and `send` are no option: they need a response of `node:http`, while these files are also served in process, and
 * edited.
 */
export class FileResponses {
  readonly #cached = new Map<string, CachedFile>();

  /**
   * Responds with a file, or with 304 if the client has it.
   *
   * @throws {Error} If the file is missing, or its extension is not published.
   */
  async answer(fileRequest: FileRequest): Promise<ServiceResponse> {
    const response = insertValues(await this.#read(fileRequest), fileRequest.edit);
    const { ETag: tag = "" } = response.headers;
    const ifNoneMatch = fileRequest.request.header("if-none-match") ?? "";
    if (!isNamed(ifNoneMatch, tag)) return response;
    const unchanged = answerUnchanged(tag);
    // The headers replace the ones in the client's cache.
    return { ...unchanged, headers: { ...unchanged.headers, ...fileRequest.headers } };
  }

  async #read(fileRequest: FileRequest): Promise<ServiceResponse> {
    const { file, edit: { name = "" } = {} } = fileRequest;
    const type = TYPES[file.pathname.split(".").at(-1) ?? ""];
    if (type === undefined) throw new RangeError(`Cannot publish: ${file.pathname} is no page`);
    const { mtimeMs: writtenAt } = await stat(file);
    const responses = this.#responsesOf(file, writtenAt);
    const response = responses.get(name) ?? readResponse(fileRequest, type);
    responses.set(name, response);
    response.catch(() => responses.delete(name));
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
  { file, headers: further, edit }: FileRequest,
  type: string,
): Promise<ServiceResponse> {
  const read = await readFile(file);
  const body = edit ? edit.make(read.toString()) : read;
  const headers = { "Content-Type": type, ETag: contentTag(body), ...further };
  if (edit) return { status: 200, headers, body };
  return { status: 200, headers, body, gzipped: await promisify(gzip)(read, { level: 9 }) };
}

/** Replaces the marks of an edit by the values. */
function insertValues(response: ServiceResponse, edit: FileEdit | undefined): ServiceResponse {
  if (!edit) return response;
  const { ETag: tag = "", ...headers } = response.headers;
  const marks = Object.entries(edit.marks);
  const body = marks.reduce(
    (text, [mark, value]) => text.replaceAll(mark, () => value),
    String(response.body),
  );
  const values = marks.map(([, value]) => value).join(" ");
  return {
    ...response,
    headers: { ...headers, ETag: contentTag(`${tag} ${values}`) },
    body: Buffer.from(body),
  };
}

/**
 * A folder of this package, found from the nearest `package.json`: the depth of this module differs in a bundle.
 *
 * @param name Path in the package, with a trailing slash.
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

/** Output folder of `npm run docs`. */
export const SITE: URL = packageFolder("site/");
