import * as z from "zod";

/** Format of an amount: a decimal integer in a string on the wire, a `bigint` in the client. */
export const AMOUNT_FORMAT = "decimal-integer";

/** Pattern of every amount, whatever pattern its schema adds. */
export const AMOUNT_PATTERN = "^-?[0-9]+$";

const CLOCK = "([01]\\d|2[0-3]):[0-5]\\d";

/** Formats of text that have no validator of their own name, as patterns. */
export const FORMAT_PATTERNS: Readonly<Record<string, string>> = {
  [AMOUNT_FORMAT]: AMOUNT_PATTERN,
  time: `^${CLOCK}:[0-5]\\d(\\.\\d+)?(Z|[+-]${CLOCK})$`,
};

/** Formats of numbers, and the function of the validator that takes them. */
export const NUMBER_FORMATS: Readonly<Record<string, string>> = {
  int32: "int32",
  float: "float32",
  double: "float64",
};

type Fits = (value: string) => boolean;

const pattern =
  (source: string): Fits =>
  (value) =>
    new RegExp(source, "u").test(value);
const by =
  (schema: z.ZodType): Fits =>
  (value) =>
    schema.safeParse(value).success;

/** Every format of text, and whether a text is of it: the generated validators say the same. */
export const TEXT_FORMATS: Readonly<Record<string, Fits>> = {
  ...Object.fromEntries(
    Object.entries(FORMAT_PATTERNS).map(([name, source]) => [name, pattern(source)]),
  ),
  "date-time": by(z.iso.datetime({ offset: true })),
  date: by(z.iso.date()),
  email: by(z.email()),
  ipv4: by(z.ipv4()),
  ipv6: by(z.ipv6()),
  uri: by(z.url()),
  uuid: by(z.uuid()),
  // The service looks at the chain of an address; its pattern says the rest.
  address: () => true,
};
