import { Check, type Fault } from "./check.ts";
import { place, refuse } from "./_refuse.ts";

/** Checks by the name of a field. */
export type Shape = Readonly<Record<string, Check>>;

type Fields = Readonly<Record<string, unknown>>;

/** An object of given fields; others are kept as they are. */
export class ObjectCheck<Given extends Shape = Shape> extends Check {
  readonly shape: Given;

  constructor(shape: Given) {
    const names = Object.keys(shape);
    const checks = Object.values(shape);
    const isOdd = names.some((name) => name in Object.prototype);
    super((value, faults) => {
      if (!isObject(value)) return refuse(faults, "an object");
      let copy: Record<string, unknown> | undefined;
      for (let index = 0; index < names.length; index++) {
        const name = names[index] as string;
        const check = checks[index] as Check;
        const part = isOdd && !Object.hasOwn(value, name) ? undefined : value[name];
        const start = faults.length;
        const data = check.read(part, faults);
        if (part === undefined) refuseMissing(check, value, name, faults, start);
        if (faults.length > start) place(faults, start, name);
        else if (data !== part) (copy ??= { ...value })[name] = data;
      }
      return copy ?? value;
    });
    this.shape = shape;
  }
}

/** A field whose every value is right must still be there. */
function refuseMissing(
  { isOptional }: Check,
  value: Fields,
  name: string,
  faults: Fault[],
  start: number,
): void {
  if (isOptional || faults.length > start || Object.hasOwn(value, name)) return;
  refuse(faults, "a value");
}

/** An object of given fields; others are kept as they are. */
export function looseObject<Given extends Shape>(shape: Given): ObjectCheck<Given> {
  return new ObjectCheck(shape);
}

/** The check of a field of an object. */
export function field<Given extends Shape>(object: ObjectCheck<Given>, name: keyof Given): Check {
  return object.shape[name] as Check;
}

/** An object of any fields, all of one kind. Each name is a text. */
export function record(_names: Check, values: Check): Check {
  return new Check((value, faults) => {
    if (!isObject(value)) return refuse(faults, "an object");
    let copy: Record<string, unknown> | undefined;
    for (const [name, part] of Object.entries(value)) {
      const start = faults.length;
      const data = values.read(part, faults);
      if (faults.length > start) place(faults, start, name);
      else if (data !== part) (copy ??= { ...value })[name] = data;
    }
    return copy ?? value;
  });
}

/** A list of one kind. */
export function array(items: Check): Check {
  return new Check((value, faults) => {
    if (!Array.isArray(value)) return refuse(faults, "an array");
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const start = faults.length;
      const data = items.read(value[index], faults);
      if (faults.length > start) place(faults, start, index);
      else if (data !== value[index]) (copy ??= [...(value as unknown[])])[index] = data;
    }
    return copy ?? value;
  });
}

/** What may be left out. */
export function optional(check: Check): Check {
  return new Check(
    (value, faults) => (value === undefined ? value : check.read(value, faults)),
    true,
  );
}

/** What may be null. */
export function nullable(check: Check): Check {
  return new Check(
    (value, faults) => (value === null ? value : check.read(value, faults)),
    check.isOptional,
  );
}

/** What may be null or left out. */
export function nullish(check: Check): Check {
  return optional(nullable(check));
}

/** The first kind that fits. */
export function union(kinds: readonly Check[]): Check {
  return new Check(
    (value, faults) => {
      const start = faults.length;
      const firsts: Fault[] = [];
      for (const kind of kinds) {
        const data = kind.read(value, faults);
        const first = faults[start];
        if (!first) return data;
        firsts.push(first);
        faults.length = start;
      }
      faults.push(closest(firsts));
      return undefined;
    },
    kinds.some(({ isOptional }) => isOptional),
  );
}

/** The kind that fits the value furthest down tells more than that none does. */
function closest(firsts: readonly Fault[]): Fault {
  const [deeper] = firsts.toSorted((one, other) => other.path.length - one.path.length);
  if (deeper && deeper.path.length > 0) return deeper;
  const kinds = [...new Set(firsts.map(({ expected }) => expected))];
  return { path: [], expected: kinds.join(" or ") };
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
