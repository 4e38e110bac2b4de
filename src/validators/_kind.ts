import { type Payload, type RunContext, runValidator, type Verdict } from "../validation/mod.ts";

/** What a kind of validator does, under the names by which zod's own kinds ask for it. */
export interface Internals {
  /** The kind, and the fields of an object. */
  readonly def: { readonly type: string; readonly shape?: object };
  /** Decodes or encodes the value of the payload, or adds issues to it. */
  run(payload: Payload, context: RunContext): Payload;
  /** `optional` where a key may be absent before decoding. */
  readonly optin?: string | undefined;
  /** `optional` where a key may be absent after decoding. */
  readonly optout?: string | undefined;
  /** The only values there are, where they can be listed. */
  readonly values?: ReadonlySet<unknown> | undefined;
  /** Those of the fields of an object, by name. */
  readonly propValues?: Readonly<Record<string, ReadonlySet<unknown>>>;
}

/** A validator of a part of another: of this module, or one of zod's. */
export interface Part {
  readonly _zod: Omit<Internals, "def">;
}

/** A check of a value that is of the right kind. */
export interface Check {
  readonly _zod: { check(payload: Payload): void };
}

const TRAITS: ReadonlySet<string> = new Set(["$ZodType"]);

/** A validator that zod's own can contain, and that can contain them. */
export class Kind {
  readonly _zod: Internals;

  constructor(internals: Internals) {
    this._zod = Object.assign(internals, { traits: TRAITS, bag: {} });
  }

  safeParse(value: unknown): Verdict {
    return runValidator(this as never, value, "forward");
  }

  /** The validator with further checks. */
  check(...checks: readonly Check[]): Kind {
    const { run } = this._zod;
    return new Kind({
      ...this._zod,
      run(payload, context) {
        const result = run(payload, context);
        if (result.issues.length === 0) for (const { _zod } of checks) _zod.check(result);
        return result;
      },
    });
  }
}

/** Adds an issue to a payload. */
export function refuse(payload: Payload, issue: object): Payload {
  payload.issues.push({ path: [], message: "Invalid input", ...issue });
  return payload;
}

/** Adds the issue that the value is not of a kind. */
export function refuseKind(payload: Payload, expected: string): Payload {
  return refuse(payload, { code: "invalid_type", expected });
}

/** Validates a part of a value on its own, and adds its issues to those of the whole. */
export function runPart(
  part: Part,
  value: unknown,
  key: PropertyKey,
  whole: Payload,
  context: RunContext,
): unknown {
  const result = part._zod.run({ value, issues: [] }, context);
  for (const issue of result.issues) {
    issue.path = [key, ...(issue.path ?? [])];
    whole.issues.push(issue);
  }
  return result.value;
}
