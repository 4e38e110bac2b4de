import { SEGMENTS } from "../../../chains/mod.ts";
import type { ServiceResponse } from "../../request.ts";
import { showPath } from "../../api/context/mod.ts";
import { FileResponses, packageFolder, SITE, type StaticRequest } from "./_file_responses.ts";
import { answerMissing } from "./_missing_page.ts";
import { answerUnbuilt, readBuild } from "./_unbuilt_page.ts";

/** Folder that `npm run explorer` writes. */
const EXPLORER = packageFolder("explorer/dist/");

/** A file of the explorer: its name holds a hash of what is in it. */
const ASSET = /^\/(assets\/\w[\w.-]*)$/;

/** The icon that browsers ask for where a page names none. */
const ICON = "/favicon.ico";

/** Names the segments in the page where the service has not all: the explorer offers no others. */
const MARK = "§segments§";
const SERVED = {
  name: "segments",
  make: (text: string) => text.replace("<html", `<html data-segments="${MARK}"`),
};
const COUNT = Object.keys(SEGMENTS).length;

/** The page loads and asks nothing but this service. */
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

/** The name in logs and metrics of the explorer's file at `pathname`; undefined where there can be none. */
export function explorerPathName(pathname: string): string | undefined {
  return pathname === "/" || pathname === ICON || ASSET.test(pathname) ? "/" : undefined;
}

/** The files of the explorer, as responses. */
export class ExplorerFiles {
  readonly #folder: URL;
  readonly #site: URL;
  readonly #responses = new FileResponses();

  /**
   * @param folder Where the built explorer is, with a slash at the end.
   * @param site Where the site is, which tells whether both are being built.
   */
  constructor(folder: URL = EXPLORER, site: URL = SITE) {
    this.#folder = folder;
    this.#site = site;
  }

  /** Answers the file at `pathname`; a plain page in the place of an explorer that is not built. */
  async answer(pathname: string, asked: StaticRequest): Promise<ServiceResponse> {
    const { request, base = "", segments } = asked;
    const [, asset] = ASSET.exec(pathname) ?? [];
    const isIcon = pathname === ICON;
    const file = new URL(isIcon ? ICON.slice(1) : (asset ?? "service.html"), this.#folder);
    const headers = asset === undefined ? PAGE_HEADERS : ASSET_HEADERS;
    const isPart = asset === undefined && !isIcon && segments.length < COUNT;
    const edit = isPart ? { ...SERVED, marks: { [MARK]: segments.join(" ") } } : undefined;
    try {
      return await this.#responses.answer({ request, file, headers, edit });
    } catch {
      if (asset !== undefined || isIcon)
        return answerMissing(asked, `No file ${showPath(pathname)} of the explorer: load / anew`);
      const page = { title: "Explorer", base, segments } as const;
      return answerUnbuilt({ ...page, build: await readBuild(this.#site) });
    }
  }
}
