import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Application, type Context, Converter, LogLevel, ReflectionKind } from "typedoc";
import { readEntries } from "../check/entries.ts";
import { type GuidePages, writeGuidePages } from "./guide_pages.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Folder of the site that it goes to. */
const FOLDER = "library";

/** Starts a link that is counted from the root of the site. */
const SITE_LINK = /(href=")site:/g;

/** The class of what is thrown, as the renderer shows it. */
const THROWN = /(<span class="tsd-type-annotation">)\{([^<]*)\}(?=<)/g;

/**
 * Renders the guides and the reference of the package's entries: text of each file, by its path in the site.
 *
 * @param extensions The extensions of the specs, as Markdown.
 * @throws {Error} If a link in a guide or a doc comment leads nowhere; the message names it.
 */
export async function buildLibrary(extensions: string): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "library-"));
  try {
    const pages = await writeGuidePages(ROOT, join(folder, "pages"), extensions);
    const output = join(folder, "html");
    await render(pages, output);
    return await readSite(output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function render({ readme, guides }: GuidePages, output: string): Promise<void> {
  const entries = await readEntries(ROOT);
  const app = await Application.bootstrap({
    name: "alphadelta",
    entryPoints: entries.map(({ entryPoint }) => join(ROOT, "src", entryPoint)),
    tsconfig: join(ROOT, "tsconfig.build.json"),
    basePath: join(ROOT, "src"),
    readme,
    projectDocuments: [...guides],
    customCss: fileURLToPath(new URL("library.css", import.meta.url)),
    navigationLinks: { "REST, JSON-RPC, events": "site:index.html" },
    navigation: { includeGroups: false, includeFolders: false },
    sort: ["documents-first", "alphabetical-ignoring-documents"],
    validation: {
      notExported: false,
      invalidLink: true,
      rewrittenLink: true,
      notDocumented: false,
    },
    excludeExternals: true,
    excludePrivate: true,
    disableSources: true,
    disableGit: true,
    preservedTypeAnnotationTags: ["@throws"],
    hideGenerator: true,
    highlightLanguages: ["bash", "javascript", "json", "markdown", "sh", "typescript", "yaml"],
    skipErrorChecking: true,
    sourceLinkTemplate: "",
    logLevel: LogLevel.Warn,
  });
  const faults: string[] = [];
  app.logger.warn = (text: string) => void faults.push(text);
  app.logger.error = (text: string) => void faults.push(text);
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    nameModules(project.getChildrenByKind(ReflectionKind.Module), entries);
  });
  const project = await app.convert();
  if (project) {
    app.validate(project);
    await app.generateDocs(project, output);
  }
  if (faults.length > 0) throw new Error(`Cannot render the library:\n${faults.join("\n")}`);
}

/** Calls each module what a program imports it by. */
function nameModules(
  modules: readonly { name: string }[],
  entries: readonly { readonly key: string; readonly entryPoint: string }[],
): void {
  const names = new Map(
    entries.map(({ key, entryPoint }) => [
      entryPoint.replace(/\.ts$/, ""),
      key.replace(/^\./, "alphadelta"),
    ]),
  );
  for (const module of modules) module.name = names.get(module.name) ?? module.name;
}

async function readSite(output: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(output, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of entries.filter((one) => one.isFile() && !one.name.startsWith("."))) {
    const file = join(entry.parentPath, entry.name);
    const path = posix.join(FOLDER, relative(output, file).split(sep).join("/"));
    const up = posix.relative(dirname(path), ".");
    const text = (await readFile(file, "utf8")).replaceAll(THROWN, "$1$2");
    files.set(path, text.replaceAll(SITE_LINK, `$1${up}/`));
  }
  return files;
}
