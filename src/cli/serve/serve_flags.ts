import { type Command, Option } from "commander";
import {
  LISTEN_ROWS,
  type ListenOptions,
  choiceOf,
  type Row,
  SERVICE_ROWS,
  type ServiceOptions,
  text as anyText,
  trueOrFalse,
} from "../../service/options/mod.ts";
import { UPSTREAM_ROWS, type UpstreamOptions } from "../../upstream/options.ts";
import { wrongUse } from "../exit_error.ts";
import { TIME_UNITS } from "../output/units.ts";
import { endpointOf } from "../settings/connection.ts";
import { systemTerminal } from "../terminal.ts";
import {
  databaseUrl,
  listFrom,
  numberFrom,
  readSegments,
  retentionFrom,
  wholeNumberFrom,
} from "../flag_values.ts";

export interface ServeFlags extends OwnFlags {
  /** Options of `createService`, without its defaults. */
  readonly service: ServiceOptions;
  /** Options of `listen`, without its defaults. */
  readonly listening: ListenOptions;
  /** Options of `upstreamOf` without the key; undefined for a devnet. */
  readonly upstream: UpstreamOptions | undefined;
}

/** Flags of the command line alone. */
interface OwnFlags {
  readonly log: "errors" | "requests" | "pretty";
  readonly dev?: true;
  readonly keyFile?: string;
  readonly stopWithParent?: true;
}

/** A row of an option that a flag sets. */
interface FlagRow extends Row<unknown> {
  readonly flag: string;
}

const OWN_ROWS: Readonly<Record<keyof OwnFlags, FlagRow>> = {
  log: {
    ...choiceOf(["errors", "requests", "pretty"]),
    default: systemTerminal().stderr.isTTY ? "pretty" : "errors",
    defaultText: "pretty on a terminal, otherwise errors",
    flag: "--log <what>",
    help: "log to standard error: errors or all requests as JSON lines, or pretty, a short line for each block and submission",
  },
  dev: {
    ...trueOrFalse,
    flag: "--dev",
    help: "serve the `dev_*` methods to this machine, with a token that is printed at startup",
  },
  keyFile: {
    ...anyText,
    flag: "--key-file <file>",
    isRare: true,
    help: "file with the API key for the upstream, - for standard input; `ALPHADELTA_KEY` sets it too",
  },
  stopWithParent: {
    ...trueOrFalse,
    flag: "--stop-with-parent",
    isRare: true,
    help: "stop when the parent process ends, such as npm",
  },
};

/** Everything that a flag of `serve` may set, by its name in a program. */
export const SERVE_ROWS: ReadonlyMap<string, Row<unknown>> = new Map<string, Row<unknown>>([
  ...Object.entries(LISTEN_ROWS),
  ...Object.entries(SERVICE_ROWS).filter(([name]) => !Object.hasOwn(OWN_ROWS, name)),
  ...Object.entries(UPSTREAM_ROWS),
  ...Object.entries(OWN_ROWS),
]);

/** Flags that would take a key: every user of the machine can read a command's arguments. */
const KEY_FLAGS = ["--key <key>", "--api-key <key>"].map((flag) =>
  new Option(flag).hideHelp().argParser(() => {
    const [name] = flag.split(" ");
    throw wrongUse(
      `Cannot use ${name}: others on this machine can read a key on the command line; use --key-file, or set ALPHADELTA_KEY`,
    );
  }),
);

/** Adds the flags of `serve`. Rare ones are hidden, so that the help fits one screen; `--help-all` shows them. */
export function addServeFlags(command: Command): Command {
  const rows = [...SERVE_ROWS.values()].filter(hasFlag);
  const common = rows.filter(({ isRare }) => !isRare).map(optionOf);
  const rare = rows.filter(({ isRare }) => isRare).map((row) => optionOf(row).hideHelp());
  for (const option of [...common, ...rare, ...KEY_FLAGS]) command.addOption(option);
  return command
    .option("--help-all", "show the flags for limits, timeouts and shared databases too")
    .on("option:help-all", () => {
      for (const option of rare) option.hideHelp(false);
      command.help();
    });
}

export function readServeFlags(command: Command): ServeFlags {
  const own = command.opts<OwnFlags>();
  const upstream = givenOf(command, UPSTREAM_ROWS) as unknown as UpstreamOptions;
  const isGateway = upstream.endpoints !== undefined;
  const [alone] = [...Object.keys(upstream), ...(own.keyFile === undefined ? [] : ["keyFile"])];
  if (!isGateway && alone !== undefined)
    throw wrongUse(`Cannot use ${serveFlagOf(alone)} without --upstream: a devnet has none`);
  return {
    ...own,
    service: givenOf(command, SERVICE_ROWS),
    listening: givenOf(command, LISTEN_ROWS),
    upstream: isGateway ? upstream : undefined,
  };
}

function givenOf(
  command: Command,
  rows: Readonly<Record<string, Row<unknown>>>,
): Readonly<Record<string, unknown>> {
  const chosen = Object.entries(rows).filter(([, row]) => {
    const source = hasFlag(row) && command.getOptionValueSource(attributeOf(row));
    return source && source !== "default";
  });
  return Object.fromEntries(
    chosen.map(([name, row]) => [name, command.getOptionValue(attributeOf(row as FlagRow))]),
  );
}

function hasFlag(row: Row<unknown> | undefined): row is FlagRow {
  return row?.flag !== undefined;
}

/** The flag that sets an option of a program. */
export function serveFlagOf(option: string): string | undefined {
  const row = SERVE_ROWS.get(option);
  return hasFlag(row) ? new Option(row.flag).long : undefined;
}

/** A message about durations of options, which are milliseconds, in seconds as their flags have them. */
export function inSeconds(message: string): string {
  const isOfTime = message.split(/\W+/).some((word) => SERVE_ROWS.get(word)?.type === "duration");
  return isOfTime ? message.replace(/\b\d+\b/g, (ms) => String(Number(ms) / 1_000)) : message;
}

function attributeOf({ flag }: Pick<FlagRow, "flag">): string {
  return new Option(flag).attributeName();
}

function optionOf(row: FlagRow): Option {
  const option = new Option(row.flag, row.help?.replaceAll("`", ""));
  const read = READERS[row.type]?.(row, option.long ?? "");
  if (read) option.argParser<unknown>(read);
  if (row.type === "choice") option.choices(row.choices ?? []);
  if (row.default !== undefined && row.type !== "switch") {
    const seconds = row.type === "duration" ? String(Number(row.default) / 1_000) : undefined;
    option.default(row.default, row.defaultText ?? seconds);
  }
  const excluded = (row.excludes ?? []).map((name) => SERVE_ROWS.get(name)).filter(hasFlag);
  return option.conflicts(excluded.map(attributeOf));
}

type Read = (text: string, before?: unknown) => unknown;

/** Readers of the text of a flag by the type of its row; of the other types the text is the value. */
const READERS: { readonly [Type in FlagRow["type"]]?: (row: FlagRow, flag: string) => Read } = {
  "whole number": (row) => wholeNumberFrom(...boundsOf(row)),
  bytes: (row) => wholeNumberFrom(...boundsOf(row)),
  number: (row) => numberFrom(...boundsOf(row)),
  duration(row) {
    const read = numberFrom(boundsOf(row)[0] / 1_000, TIME_UNITS.d);
    return (text) => Math.round(read(text) * 1_000);
  },
  "number or age": () => retentionFrom,
  list: () => listFrom,
  segments: () => readSegments,
  upstreams:
    (_, flag) =>
    (text, before = []) => [...(before as readonly string[]), endpointOf(text, flag)],
  "postgres URL": (_, flag) => databaseUrl(flag, "postgres"),
  "redis URL": (_, flag) => databaseUrl(flag, "redis"),
};

function boundsOf({ flagBounds, bounds }: FlagRow): readonly [minimum: number, maximum: number] {
  return flagBounds ?? bounds ?? [0, 0];
}
