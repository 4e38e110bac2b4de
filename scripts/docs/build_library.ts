import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import {
  Application,
  Comment,
  CommentTag,
  type Context,
  Converter,
  type DeclarationReflection,
  LogLevel,
  PageEvent,
  type ProjectReflection,
  ReflectionKind,
  type TypeDocOptions,
} from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import { folderOf, hashOf } from "../artifacts.ts";
import { readEntries } from "../check/entries.ts";
import { ROOT } from "../run_tool.ts";
import { inTemporaryFolder, readFiles, replaceTree } from "../tree.ts";
import { GUIDE_GROUPS, type GuidePages, writeGuidePages } from "./_guide_pages.ts";
import { FOLDER, useLibraryTheme } from "./_library_theme.ts";
import { ENTRIES, pageEntries, type SearchEntry } from "./_search_index.ts";

/** Starts a link of Markdown that is counted from the root of the site. */
const SITE_LINK = /\]\(site:/g;

/** Options by which a page in Markdown stands beside each one in HTML. */
const MARKDOWN: PluginOptions & Partial<TypeDocOptions> = {
  plugin: ["typedoc-plugin-markdown"],
  router: "kind",
  cleanOutputDir: false,
  entryFileName: "index",
  hidePageHeader: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  typeDeclarationFormat: "table",
};

/**
 * Renders the guides and the reference of the package's entries as HTML and as Markdown. Returns files by path in the site.
 *
 * @param functions Declarations of the client's functions, by module.
 * @throws {Error} If a link in a guide or a doc comment is broken; the message names the link.
 */
export async function buildLibrary(
  functions: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const inputs = JSON.stringify([await hashOf("library"), ...functions]);
  const hash = createHash("sha256").update(inputs).digest("hex");
  // Cached, since site and package have the same library, and rendering it takes most of their build.
  const [folder, name] = [folderOf("library"), `${hash}.json`];
  const cached = await readFile(join(folder, name), "utf8").catch(() => undefined);
  if (cached !== undefined) return new Map(JSON.parse(cached) as [string, string][]);
  const files = await renderLibrary(functions);
  await replaceTree(folder, new Map([[name, JSON.stringify([...files])]]));
  return files;
}

function renderLibrary(
  functions: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  // Beside `src`, which the declarations of the client's functions import.
  return inTemporaryFolder(join(ROOT, "library.new-"), async (folder) => {
    const pages = await writeGuidePages(ROOT, join(folder, "pages"));
    const output = join(folder, "html");
    const entries = await render(pages, await writeFunctions(folder, functions), output);
    return (await readSite(output)).set(ENTRIES, JSON.stringify(entries));
  });
}

/** The files of the client's functions, by module, with a configuration that has the package's sources too. */
interface FunctionFiles {
  readonly files: ReadonlyMap<string, string>;
  readonly tsconfig: string;
}

async function writeFunctions(
  folder: string,
  functions: ReadonlyMap<string, string>,
): Promise<FunctionFiles> {
  const files = new Map<string, string>();
  for (const [module, text] of functions) {
    const file = join(folder, `${module.replaceAll("/", "_")}.ts`);
    await writeFile(file, text);
    files.set(module, file);
  }
  const tsconfig = join(folder, "tsconfig.json");
  const compilerOptions = { rootDir: "..", noEmit: true, declaration: false };
  // The entries import all other sources.
  const entries = (await readEntries(ROOT)).map(({ entryPoint }) => `../src/${entryPoint}`);
  await writeFile(
    tsconfig,
    JSON.stringify({
      extends: "../tsconfig.build.json",
      compilerOptions,
      include: [...entries, "*.ts"],
    }),
  );
  return { files, tsconfig };
}

async function render(
  { readme, guides }: GuidePages,
  { files, tsconfig }: FunctionFiles,
  output: string,
): Promise<readonly SearchEntry[]> {
  const entries = await readEntries(ROOT);
  const app = await Application.bootstrapWithPlugins({
    name: "alphadelta",
    entryPoints: [
      ...files.values(),
      ...entries.map(({ entryPoint }) => join(ROOT, "src", entryPoint)),
    ],
    tsconfig,
    basePath: join(ROOT, "src"),
    readme,
    projectDocuments: [...guides],
    customCss: fileURLToPath(new URL("library.css", import.meta.url)),
    navigation: { includeGroups: false, includeCategories: true, includeFolders: false },
    categorizeByGroup: false,
    defaultCategory: "Inner parts",
    categoryOrder: CATEGORIES.map(([name]) => name),
    sort: ["documents-first", "alphabetical-ignoring-documents"],
    validation: {
      notExported: false,
      invalidLink: true,
      rewrittenLink: true,
      notDocumented: true,
    },
    // Each export has a page, and a description.
    requiredToBeDocumented: ["Class", "Function", "Interface", "TypeAlias", "Variable"],
    excludeExternals: true,
    excludePrivate: true,
    disableSources: true,
    disableGit: true,
    preservedTypeAnnotationTags: ["@throws"],
    hideGenerator: true,
    highlightLanguages: [
      ...["bash", "console", "javascript", "json", "markdown", "nginx", "sh", "sql"],
      ...["tsx", "typescript", "yaml"],
    ],
    skipErrorChecking: true,
    sourceLinkTemplate: "",
    ...MARKDOWN,
    logLevel: LogLevel.Warn,
  });
  await useLibraryTheme(app);
  const found: SearchEntry[] = [];
  app.renderer.on(PageEvent.END, (page) => void found.push(...pageEntries(page)));
  const faults: string[] = [];
  app.logger.warn = (text: string) => void faults.push(text);
  app.logger.error = (text: string) => void faults.push(text);
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    const modules = project.getChildrenByKind(ReflectionKind.Module);
    nameModules(modules, entries, files);
    for (const module of modules) categorise(module);
  });
  const project = await app.convert();
  if (project) {
    app.validate(project);
    const thrown = bareThrown(project);
    await app.generateDocs(project, output);
    // Markdown has no place for the class of an error: it begins the text.
    for (const tag of thrown)
      tag.content.unshift({ kind: "text", text: `\`${tag.typeAnnotation}\`: ` });
    await app.outputs.writeOutput({ name: "markdown", path: output }, project);
  }
  if (faults.length > 0) throw new Error(`Cannot render the library:\n${faults.join("\n")}`);
  return found.toSorted(([, , one], [, , other]) => (one < other ? -1 : 1));
}

/** The `@throws` tags that name a class; the braces around its name are removed. */
function bareThrown(project: ProjectReflection): readonly CommentTag[] {
  const tags = Object.values(project.reflections).flatMap(
    ({ comment }) => comment?.getTags("@throws") ?? [],
  );
  return tags.filter((tag) => {
    tag.typeAnnotation &&= tag.typeAnnotation.replace(/^\{(.*)\}$/, "$1");
    return tag.typeAnnotation !== undefined;
  });
}

/** Names each module as a program imports it, or as it reaches its functions. */
function nameModules(
  modules: readonly { name: string }[],
  entries: readonly { readonly key: string; readonly entryPoint: string }[],
  files: ReadonlyMap<string, string>,
): void {
  const names = new Map([
    ...entries.map(({ key, entryPoint }): [string, string] => [
      entryPoint.replace(/\.ts$/, ""),
      key.replace(/^\./, "alphadelta"),
    ]),
    ...[...files].map(([module, file]): [string, string] => [basename(file, ".ts"), module]),
  ]);
  for (const module of modules) {
    const known = names.get(module.name) ?? names.get(basename(module.name));
    module.name = known ?? module.name;
  }
}

/** Groups of modules by a user's task; inner parts come last. */
const CATEGORIES: readonly (readonly [name: string, modules: readonly string[]])[] = [
  ...GUIDE_GROUPS.map((name) => [name, []] as const),
  ["Client", ["client", "client/rpc", "client/simple", "alphadelta"]],
  [
    "Testing",
    ["alphadelta/testing", "alphadelta/devnet", "alphadelta/schemas", "alphadelta/drift"],
  ],
  ["Service", ["alphadelta/service"]],
  ["Inner parts", []],
];

function categorise(module: DeclarationReflection): void {
  const [category = "Inner parts"] =
    CATEGORIES.find(([, modules]) => modules.includes(module.name)) ?? [];
  module.comment ??= new Comment();
  module.comment.blockTags.push(new CommentTag("@category", [{ kind: "text", text: category }]));
}

async function readSite(output: string): Promise<Map<string, string>> {
  const site = new Map<string, string>();
  for (const [file, text] of await readFiles(output, /(?:^|\/)[^./][^/]*$/)) {
    const path = posix.join(FOLDER, file);
    const up = posix.relative(posix.dirname(path), ".");
    site.set(path, path.endsWith(".md") ? text.replaceAll(SITE_LINK, `](${up}/`) : text);
  }
  return site;
}
