import { SEGMENTS } from "../../../chains/mod.ts";
import type { ServiceResponse } from "../../request.ts";
import { showPath } from "../../api/context/mod.ts";
import { FileResponses, packageFolder, SITE, type StaticRequest } from "./_file_responses.ts";
import { answerMissing } from "./_missing_page.ts";
import { answerUnbuilt, readBuild } from "./_unbuilt_page.ts";

/** Output folder of `npm run explorer`. */
const EXPLORER = packageFolder("explorer/dist/");

/** Paths of the explorer's assets, whose names contain a hash of the content. */
const ASSET = /^\/(assets\/\w[\w.-]*)$/;

/** The icon that browsers request for a page without one. */
const ICON = "/favicon.ico";

/** Mark of the served segments in the page, which is edited if the service lacks a segment; the explorer offers no others. */
const MARK = "§segments§";
const SEGMENTS_EDIT = {
  name: "segments",
  make: (text: string) => text.replace("<html", `<html data-segments="${MARK}"`),
};
const SEGMENT_COUNT = Object.keys(SEGMENTS).length;

/** The page loads files from this service only, and connects to no other. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "Referrer-Policy": "no-referrer",
};
const PAGE_HEADERS = { ...HEADERS, "Cache-Control": "no-cache" };
const ASSET_HEADERS = { ...HEADERS, "Cache-Control": "public, max-age=31536000, immutable" };

/** The name of the explorer's files in logs and metrics; undefined for other paths. */
export function explorerPathName(pathname: string): string | undefined {
  return pathname === "/" || pathname === ICON || ASSET.test(pathname) ? "/" : undefined;
}

/** Serves the explorer. */
export class ExplorerFiles {
  readonly #folder: URL;
  readonly #site: URL;
  readonly #responses = new FileResponses();

  /**
   * @param folder Folder of the built explorer, with a trailing slash.
   * @param site Folder of the site, which shows whether a build is running.
   */
  constructor(folder: URL = EXPLORER, site: URL = SITE) {
    this.#folder = folder;
    this.#site = site;
  }

  /** Responds with the file at `pathname`, or with a plain page if the explorer is not built. */
  async answer(pathname: string, page: StaticRequest): Promise<ServiceResponse> {
    const { request, base = "", segments } = page;
    const [, asset] = ASSET.exec(pathname) ?? [];
    const isIcon = pathname === ICON;
    const file = new URL(isIcon ? ICON.slice(1) : (asset ?? "service.html"), this.#folder);
    const headers = asset === undefined ? PAGE_HEADERS : ASSET_HEADERS;
    const lacksSegments = asset === undefined && !isIcon && segments.length < SEGMENT_COUNT;
    const edit = lacksSegments
      ? { ...SEGMENTS_EDIT, marks: { [MARK]: segments.join(" ") } }
      : undefined;
    try {
      return await this.#responses.answer({ request, file, headers, edit });
    } catch {
      if (asset !== undefined || isIcon)
        return answerMissing(page, `No file ${showPath(pathname)} of the explorer: load / anew`);
      const unbuilt = { title: "Explorer", base, segments } as const;
      return answerUnbuilt({ ...unbuilt, build: await readBuild(this.#site) });
    }
  }
}
