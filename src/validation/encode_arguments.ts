import type { Segment } from "../generated/segments.gen.ts";
import type { ParameterInfo } from "../tables.ts";
import { type core, type Fits, fitsOf, safeEncode, safeParse } from "../zod/mod.ts";
import { otherSegment } from "./find_mismatch.ts";
import { expectationOf, type Validator, valueAt } from "./validate_value.ts";
import { valueError } from "./show_value.ts";

/** Values by the names of parameters. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * Validates arguments by what the interface specifies of their parameters, and encodes them for the wire: a `bigint`
 * becomes a decimal string.
 *
 * @param validator Validates the values of all `parameters` together.
 * @throws {TypeError} If one is missing or of another type.
 * @throws {RangeError} If one is of the right type and not allowed, or an address of another chain than that of `segment`.
 */
export function encodeArguments(
  call: string,
  parameters: readonly ParameterInfo[],
  validator: Validator,
  values: Values,
  segment?: Segment,
): Values {
  const encoded: Record<string, unknown> = {};
  for (const argument of argumentsOf(parameters, validator)) {
    const { name } = argument.info;
    const value = encodeArgument(call, argument, values[name], segment);
    if (value !== undefined) encoded[name] = value;
  }
  return encoded;
}

/** A parameter, and how a value of it is read. */
export interface Argument {
  readonly info: ParameterInfo;
  readonly schema: core.$ZodType;
  /** True if a value is the same on the wire: zod validates it in half the time that it takes to encode it. */
  readonly isPlain: boolean;
  /** Tells whether a value is sent as it is. */
  readonly passes: Fits | undefined;
}

/** The arguments that validators were last asked for. Looking schemas up by name in each call is slower. */
const known = /* @__PURE__ */ new WeakMap<
  Validator,
  { readonly parameters: readonly ParameterInfo[]; readonly all: readonly Argument[] }
>();

/** The `parameters` that a validator of an object has. To read them one by one takes half the time of reading the object. */
export function argumentsOf(
  parameters: readonly ParameterInfo[],
  validator: Validator,
): readonly Argument[] {
  const last = known.get(validator);
  if (last?.parameters === parameters) return last.all;
  const { shape } = (validator as core.$ZodObject)._zod.def;
  const all = parameters.flatMap((info): Argument | [] => {
    const schema = shape[info.name];
    return schema ? { info, schema, isPlain: !isEncoded(info), passes: fitsOf(schema) } : [];
  });
  known.set(validator, { parameters, all });
  return all;
}

/**
 * Validates an argument and encodes it for the wire; undefined where it is left out.
 *
 * @throws {TypeError | RangeError} As `encodeArguments`.
 */
export function encodeArgument(
  call: string,
  argument: Argument,
  value: unknown,
  segment?: Segment,
): unknown {
  const { info } = argument;
  const read = convert(argument, value);
  if (read.success) {
    if (info.format === "address" && segment) refuseForeign(call, info.name, value, segment);
    return read.data;
  }
  const { path, expected, isOfType } = expectationOf(read.error.issues[0] as core.$ZodIssue);
  const [wanted, fits] =
    path.length > 0 ? [expected, isOfType] : [info.expected, hasType(info, value)];
  const message = `Cannot call ${call}: ${[info.name, ...path].join(".")} must be ${wanted}`;
  throw valueError(message, valueAt(value, path), fits);
}

function convert(
  { passes, schema, isPlain }: Argument,
  value: unknown,
): ReturnType<typeof safeParse> {
  if (passes?.(value)) return { success: true, data: value };
  return isPlain ? safeParse(schema, value) : safeEncode(schema, value);
}

/** The service would refuse it by the prefix that addresses of the chain have, or know nothing of it. */
function refuseForeign(call: string, name: string, value: unknown, segment: Segment): void {
  const other = otherSegment(value, "addressPrefix", segment);
  if (!other) return;
  const got = `${String(value)} of ${other}: use a client of ${other}`;
  throw new RangeError(`Cannot call ${call}: ${name} must be an address of ${segment}, got ${got}`);
}

function isEncoded({ types }: ParameterInfo): boolean {
  return types.some((type) => ["array", "bigint", "object"].includes(type));
}

function hasType({ types }: ParameterInfo, value: unknown): boolean {
  return types.some((type) => type.replace("integer", "number") === typeof value);
}
