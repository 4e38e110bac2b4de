import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Meta, ServiceRequest, ServiceResponse } from "../../request.ts";
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

/** Values of a request that are put into a file, such as the host that the client has chosen. */
export interface FileEdit {
  /** Makes of the file the text that has marks where values go: once for each name, whatever the values are. */
  readonly make: (text: string) => string;
  readonly name: string;
  /** Values by their marks. */
  readonly marks: Readonly<Record<string, string>>;
}

/** A request for a static page. */
export interface StaticRequest {
  readonly request: Pick<ServiceRequest, "header">;
  /** Base URL at which the service was reached; undefined where the request does not tell. */
  readonly base: string | undefined;
  /** The segments that are served. */
  readonly segments: readonly string[];
  readonly meta: Meta;
}

/** A file as a response. */
interface FileRequest {
  readonly request: Pick<ServiceRequest, "header">;
  readonly file: URL;
  /** Beside the content type and the tag. */
  readonly headers: Readonly<Record<string, string>>;
  /** Left out for the file itself. */
  readonly edit?: FileEdit | undefined;
}

/** The responses of a file, valid until it is written anew. */
interface CachedFile {
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  /** By the name of the edit, with what it makes; without a name that of the file itself. */
  readonly responses: Map<string, Promise<ServiceResponse>>;
}

/**
 * Files as responses, each read, hashed and compressed once until it is written anew. What is edited is compressed like any
 * other answer.
 *
 * `sirv` and `send` write to a response of `node:http` alone. These are answered in process too, are edited, and are
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
    const response = finish(await this.#read(asked), asked.edit);
    const { ETag: tag = "" } = response.headers;
    const ifNoneMatch = asked.request.header("if-none-match") ?? "";
    if (!isNamed(ifNoneMatch, tag)) return response;
    const unchanged = answerUnchanged(tag);
    // They replace those of the copy that the client has.
    return { ...unchanged, headers: { ...unchanged.headers, ...asked.headers } };
  }

  async #read(asked: FileRequest): Promise<ServiceResponse> {
    const { file, edit: { name = "" } = {} } = asked;
    const type = TYPES[file.pathname.split(".").at(-1) ?? ""];
    if (type === undefined) throw new RangeError(`Cannot publish: ${file.pathname} is no page`);
    const { mtimeMs: writtenAt } = await stat(file);
    const responses = this.#responsesOf(file, writtenAt);
    const response = responses.get(name) ?? readResponse(asked, type);
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

/** Puts the values of an edit where their marks are. */
function finish(response: ServiceResponse, edit: FileEdit | undefined): ServiceResponse {
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

/** Folder that `npm run docs` writes. */
export const SITE: URL = packageFolder("site/");
