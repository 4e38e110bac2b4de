import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../..");

/** A command that starts the service, as a guide, unit or template has it. */
export interface StartCommand {
  /** Path of the file in the repository. */
  readonly file: string;
  /** Program and arguments. */
  readonly words: readonly string[];
  /** Folder that the package is installed in; undefined for the current one. */
  readonly folder?: string;
  /** Seconds from SIGTERM until whatever runs it kills it; undefined in a guide. */
  readonly patience?: number;
}

/** What the guide of the fleet does with the database before a process starts. */
export async function preparation(): Promise<{
  /** Statements of the database's administrator. */
  readonly sql: string;
  readonly migrate: StartCommand | undefined;
}> {
  const file = "docs/fleet.md";
  const text = await readFile(join(ROOT, file), "utf8");
  const [, sql = ""] = /^```sql\n([^]*?)^```/m.exec(text) ?? [];
  return { sql, migrate: guideCommands(file, text, "migrate")[0] };
}

/**
 * Every command with `serve` in the guides, units and templates, but those of a gateway, whose upstream would have to be
 * there: the test of its guide starts them.
 */
export async function startCommands(): Promise<readonly StartCommand[]> {
  const names = ["README.md", ...(await namesIn("docs")), ...(await namesIn("deploy"))];
  const found: StartCommand[] = [];
  for (const file of names) {
    const text = await readFile(join(ROOT, file), "utf8");
    if (file.endsWith(".md")) found.push(...guideCommands(file, text, "serve").filter(isAlone));
    if (file.endsWith(".service")) found.push(unitCommand(file, text));
  }
  return [...found, ...(await containerCommands())];
}

function isAlone({ words }: StartCommand): boolean {
  return !words.includes("--upstream");
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(join(ROOT, folder))).map((name) => `${folder}/${name}`);
}

/** Lines of shell samples with a command, without what follows `#`. */
function guideCommands(file: string, text: string, command: string): readonly StartCommand[] {
  const samples = [...text.matchAll(/^```(?:sh|console)\n([^]*?)^```/gm)].map(([, lines]) => lines);
  return samples
    .flatMap((sample = "") => sample.replaceAll(/\\\n\s*/g, "").split("\n"))
    .map((line) => line.replace(/^\$ /, "").replace(/\s*#.*/, ""))
    .map((line) => ({ file, words: line.split(" ") }))
    .filter(({ words }) => words.includes(command));
}

function unitCommand(file: string, text: string): StartCommand {
  const valueOf = (key: string): string => new RegExp(`^${key}=(.*)$`, "m").exec(text)?.[1] ?? "";
  return {
    file,
    words: valueOf("ExecStart").split(" "),
    folder: valueOf("WorkingDirectory"),
    patience: Number(valueOf("TimeoutStopSec")),
  };
}

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly command?: readonly string[]; readonly stop_grace_period?: string }>
  >;
}

/** The image's own command, and those of the services that run the image. */
async function containerCommands(): Promise<readonly StartCommand[]> {
  const image = await readFile(join(ROOT, "deploy/Containerfile"), "utf8");
  const compose = await readFile(join(ROOT, "deploy/compose.yaml"), "utf8");
  const listOf = (key: string): readonly string[] =>
    JSON.parse(new RegExp(`^${key} (.*)$`, "m").exec(image)?.[1] ?? "[]") as string[];
  const entry = listOf("ENTRYPOINT");
  const folder = /^WORKDIR (.*)$/m.exec(image)?.[1] ?? "";
  const { services } = parse(compose, { merge: true }) as Compose;
  return [
    { file: "deploy/Containerfile", words: [...entry, ...listOf("CMD")], folder },
    ...Object.values(services)
      .filter(({ command = [] }) => command.includes("serve"))
      .map(({ command = [], stop_grace_period: period = "10s" }) => ({
        file: "deploy/compose.yaml",
        words: [...entry, ...command],
        folder,
        patience: Number.parseInt(period, 10),
      })),
  ];
}
