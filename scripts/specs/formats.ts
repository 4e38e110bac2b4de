import { regexes } from "zod/v4/core";
import { AMOUNT_PATTERN, isDateTime, isTime } from "../../src/zod/mod.ts";

export { AMOUNT_PATTERN };

/** Format of an amount: a decimal integer in a string on the wire, a `bigint` in the client. */
export const AMOUNT_FORMAT = "decimal-integer";

const IPV4 = inner(regexes.ipv4);
const IPV6 = ipv6();

/** Formats of text by the standards that JSON Schema names: a pattern, or a function of `src/zod` where none can tell. */
export const STANDARD_FORMATS: Readonly<Record<string, string | typeof isTime>> = {
  "date-time": isDateTime,
  date: regexes.date.source,
  email: email(),
  ipv4: `^${IPV4}$`,
  ipv6: `^${IPV6}$`,
  time: isTime,
  uri: uri(),
  uuid: regexes.guid.source,
};

/** Formats of numbers, and the function of the validator that takes them. */
export const NUMBER_FORMATS: Readonly<Record<string, string>> = {
  int32: "int32",
  float: "float32",
  double: "float64",
};

type Fits = (value: string) => boolean;

/** Every format of text, and whether a text is of it: the generated validators say the same. */
export const TEXT_FORMATS: Readonly<Record<string, Fits>> = {
  ...Object.fromEntries(
    Object.entries({ ...STANDARD_FORMATS, [AMOUNT_FORMAT]: AMOUNT_PATTERN }).map(
      ([name, format]) => [name, typeof format === "string" ? matching(format) : format],
    ),
  ),
  // The service looks at the chain of an address; its pattern says the rest.
  address: () => true,
};

function matching(source: string): Fits {
  const pattern = new RegExp(source, "u");
  return (value) => pattern.test(value);
}

/** The source of a pattern of a whole text, to stand within another. */
function inner({ source }: RegExp): string {
  return source.replaceAll(/^\^|\$$/g, "");
}

/** `IPv6address` of RFC 3986: up to seven groups may be left out, and the last two be an IPv4 address. */
function ipv6(): string {
  const group = "[0-9A-Fa-f]{1,4}";
  const last = `(?:${group}:${group}|${IPV4})`;
  const upTo = (count: number): string =>
    count === 0 ? "" : `(?:(?:${group}:){0,${count - 1}}${group})?`;
  const short = [0, 1, 2, 3, 4, 5].map(
    (count) => `${upTo(count)}::${count === 5 ? "" : `(?:${group}:){${5 - count}}`}${last}`,
  );
  const all = [`(?:${group}:){6}${last}`, ...short, `${upTo(6)}::${group}`, `${upTo(7)}::`];
  return `(?:${all.join("|")})`;
}

/** `Mailbox` of RFC 5321. */
function email(): string {
  const atom = "[\\w!#$%&'*+/=?^`{|}~-]+";
  const quoted = '"(?:[ !#-\\[\\]-~]|\\\\[ -~])*"';
  const label = "[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?";
  const literal = `\\[(?:${IPV4}|[Ii][Pp][Vv]6:${IPV6})\\]`;
  return `^(?:${atom}(?:\\.${atom})*|${quoted})@(?:${label}(?:\\.${label})*|${literal})$`;
}

/** `URI` of RFC 3986, which has a scheme. */
function uri(): string {
  const some = (more: string): string => `(?:[\\w.~!$&'()*+,;=${more}-]|%[0-9A-Fa-f]{2})*`;
  const literal = `\\[(?:${IPV6}|[Vv][0-9A-Fa-f]+\\.[\\w.~!$&'()*+,;=:-]+)\\]`;
  const authority = `(?:${some(":")}@)?(?:${literal}|${some("")})(?::[0-9]*)?`;
  const path = some(":@/");
  const part = some(":@/?");
  return `^[A-Za-z][0-9A-Za-z+.-]*:(?://${authority}(?:/${path})?|(?!//)${path})(?:\\?${part})?(?:#${part})?$`;
}
