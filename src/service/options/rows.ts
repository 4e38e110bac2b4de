/** The type of a flag's value on the command line. */
type ValueType =
  | "whole number"
  | "number"
  | "duration"
  | "bytes"
  | "switch"
  | "choice"
  | "list"
  | "segments"
  | "upstreams"
  | "string"
  | "number or age"
  | "postgres URL"
  | "redis URL"
  | "value of a program";

/** The values that an option allows. */
export interface Values<Value> {
  readonly type: ValueType;
  /** The allowed values in words: `a whole number from 1 to 5`. */
  readonly expected: string;
  /** Bounds of a number, both allowed. */
  readonly bounds?: readonly [minimum: number, maximum: number];
  /** Every value of a choice. */
  readonly choices?: readonly string[];
  /** True for a secret, which no message may show. */
  readonly isSecret?: true;
  /** Tests the type. */
  isKind(value: unknown): boolean;
  /** Tests the value, once the type is right. */
  isAllowed(value: Value): boolean;
}

/**
 * All there is to know of an option: its values, its default, and the flag of `serve` that sets it. An option with
 * `help` stands in the guide.
 */
export interface Row<Value> extends Values<Value> {
  readonly default?: Value;
  /** The default in words, where the value says less. */
  readonly defaultText?: string;
  /** Its purpose, for the help of `serve` and the guide. Marks code with backticks. */
  readonly help?: string;
  /** Flag of `serve` with a name for its value: `--port <number>`. */
  readonly flag?: string;
  /** Bounds of the flag, where they are closer than those of the option. */
  readonly flagBounds?: readonly [minimum: number, maximum: number];
  /** Options that the flag excludes. */
  readonly excludes?: readonly string[];
  /** True for a flag that only `serve --help-all` shows. */
  readonly isRare?: true;
}

/** A row for each option: the one place that describes it. */
export type OptionTable = Readonly<Record<string, Row<unknown>>>;

/** The options that a table describes, with the comments of its rows. */
export type OptionsOf<Described> = {
  readonly [Name in keyof Described]?: Described[Name] extends Values<infer Value> ? Value : never;
};

/** The same table, if each default is of the type of its option. */
type Consistent<Described> = {
  readonly [Name in keyof Described]: Row<NonNullable<OptionsOf<Described>[Name]>>;
};

/** Names of the rows with a default. */
type Filled<Described> = {
  [Name in keyof Described]: Described[Name] extends { readonly default: unknown } ? Name : never;
}[keyof Described];

/** The options that have a default. */
type Defaults<Described> = Required<Pick<OptionsOf<Described>, Filled<Described>>>;

/** Options with every default filled in. */
export type Resolved<Described> = OptionsOf<Described> & Defaults<Described>;

/** Some of the options; `undefined` counts as left out. */
type Given<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined };

const SHOWN = 80;

/**
 * Checks options that types may not have seen, and fills in the defaults.
 *
 * @param action What cannot be done with wrong ones: `Cannot listen`.
 * @throws {TypeError} If one is not there or of another kind; the message names it and what is allowed.
 * @throws {RangeError} If one has a value that is not allowed.
 */
export function resolveOptions<const Described extends Consistent<Described>>(
  action: string,
  options: Given<OptionsOf<Described>>,
  rows: Described,
): Resolved<Described> {
  const table = rows as Readonly<Record<string, Row<unknown>>>;
  const resolved: Record<string, unknown> = { ...defaultsOf(rows) };
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(table, name)) {
      const known = Object.keys(table).join(", ");
      throw new TypeError(`${action}: unknown option ${name}, expected ${known}`);
    }
    if (value === undefined) continue;
    checkOption(action, name, value, table[name] as Row<unknown>);
    resolved[name] = value;
  }
  return resolved as Resolved<Described>;
}

/** The defaults of a table, by the name of the option. */
export function defaultsOf<const Described extends Consistent<Described>>(
  rows: Described,
): Defaults<Described> {
  const table: [string, Row<unknown>][] = Object.entries(rows);
  const filled = table.filter(([, row]) => row.default !== undefined);
  return Object.fromEntries(filled.map(([name, row]) => [name, row.default])) as never;
}

function checkOption(action: string, name: string, value: unknown, row: Values<unknown>): void {
  const isKind = row.isKind(value);
  if (isKind && row.isAllowed(value)) return;
  const shown = row.isSecret ? "another value" : show(value);
  const text = `${action}: ${name} must be ${row.expected}, got ${shown}`;
  throw isKind ? new RangeError(text) : new TypeError(text);
}

function show(value: unknown): string {
  const shown = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value);
  return shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown;
}
