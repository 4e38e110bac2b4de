import { readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type ServiceRequest, type ServiceResponse, showPath } from "../../api/context/mod.ts";
import {
  answerError,
  answerUnchanged,
  contentTag,
  matchesTag,
  type Meta,
  RestServiceError,
} from "../../api/rest/mod.ts";
import { specAtOrigin } from "./spec_at_origin.ts";

/** Folder that `npm run docs` writes. */
const SITE = new URL("../../../../site/", import.meta.url);

/** The published files by the path each is served at; all of them are served below `/docs/` as well. */
const FILES: Readonly<Record<string, string | undefined>> = {
  "/docs": "index.html",
  "/docs/": "index.html",
  "/docs/library/": "library/index.html",
  "/openapi.json": "openapi.json",
  "/openrpc.json": "openrpc.json",
};

/** A path of a published file: no part of it is empty or begins with a dot. */
const BELOW = /^\/docs\/(\w[\w.,-]*(?:\/\w[\w.,-]*)*)$/;

const TYPES: Readonly<Record<string, string | undefined>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  svg: "image/svg+xml",
};

const KEPT_FOR = "no-cache";

/** Files that name the origin they are asked at. The page does so itself, in the browser. */
const SPECS: ReadonlySet<string> = new Set(["openapi.json", "openrpc.json"]);

/** Most origins that a file is kept for: clients choose the `Host` they send. */
const MAXIMUM_ORIGINS = 8;

/** A request for a published file. */
export interface SiteRequest {
  readonly request: Pick<ServiceRequest, "header">;
  /** Origin at which the service was reached; undefined where the request does not tell. */
  readonly origin: string | undefined;
  readonly meta: Meta;
}

/** The answers of a published file, valid until the file is written anew. */
interface CachedFile {
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  /** By the origin that they name, empty for none: the one that was asked for last stands last. */
  readonly answers: Map<string, Promise<ServiceResponse>>;
}

/** Paths of folders by the path that their links are counted from. */
const MOVED: Readonly<Record<string, string | undefined>> = { "/docs/library": "library/" };

/** The name in logs and metrics of the published file at `pathname`; undefined where there can be none. */
export function sitePathName(pathname: string): string | undefined {
  if (pathname.startsWith("/docs/")) return "/docs";
  return Object.hasOwn(FILES, pathname) ? pathname : undefined;
}

/**
 * The files of the published site, as responses.
 *
 * `sirv` and `send` write to a response of `node:http` alone. These files are answered in process too, name the origin
 * that they are asked at, and are compressed once.
 */
export class SiteFiles {
  readonly #folder: URL;
  /** By file name: a page has several paths. */
  readonly #cached = new Map<string, CachedFile>();

  /** @param folder Where the site is, with a slash at the end. */
  constructor(folder: URL = SITE) {
    this.#folder = folder;
  }

  /** Answers the file at `pathname`; where there is none, a refusal that says where to find it. */
  async answer(
    pathname: string,
    { request, origin = "", meta }: SiteRequest,
  ): Promise<ServiceResponse> {
    const moved = MOVED[pathname];
    if (moved !== undefined) return { status: 308, headers: { Location: moved }, body: "" };
    try {
      const answer = await this.#read(pathname, origin);
      const { ETag: tag = "" } = answer.headers;
      const ifNoneMatch = request.header("if-none-match") ?? "";
      if (ifNoneMatch.trim() !== "*" && !matchesTag(ifNoneMatch, tag)) return answer;
      return answerUnchanged(tag);
    } catch {
      // The package holds the page of both documents, not the guides and the library's reference.
      const text = `No page ${showPath(pathname)} here: "npm run docs" of the repository builds all pages, the package has /docs alone`;
      return answerError(new RestServiceError("NOT_FOUND", text), meta);
    }
  }

  /** Reads, hashes and compresses a file once, or once for each of a few origins, until it is written anew. */
  async #read(pathname: string, origin: string): Promise<ServiceResponse> {
    const name = FILES[pathname] ?? BELOW.exec(pathname)?.[1] ?? "";
    const type = TYPES[name.split(".").at(-1) ?? ""];
    if (type === undefined) throw new RangeError(`Cannot publish: ${pathname} is no page`);
    const file = new URL(name, this.#folder);
    const { mtimeMs: writtenAt } = await stat(file);
    const answers = this.#answersOf(name, writtenAt);
    const named = SPECS.has(name) ? origin : "";
    const answer = answers.get(named) ?? readAnswer(file, type, named);
    answers.delete(named);
    answers.set(named, answer);
    const [oldest = ""] = answers.keys();
    if (answers.size > MAXIMUM_ORIGINS) answers.delete(oldest);
    answer.catch(() => answers.delete(named));
    return answer;
  }

  #answersOf(name: string, writtenAt: number): CachedFile["answers"] {
    const known = this.#cached.get(name);
    if (known?.writtenAt === writtenAt) return known.answers;
    const answers: CachedFile["answers"] = new Map();
    this.#cached.set(name, { writtenAt, answers });
    return answers;
  }
}

async function readAnswer(file: URL, type: string, origin: string): Promise<ServiceResponse> {
  const read = await readFile(file);
  const body = origin === "" ? read : Buffer.from(specAtOrigin(read.toString(), origin));
  const headers = { "Content-Type": type, ETag: contentTag(body), "Cache-Control": KEPT_FOR };
  return { status: 200, headers, body, gzipped: await promisify(gzip)(body, { level: 9 }) };
}
