/** What is wrong with a value, and where. */
export interface Fault {
  /** Keys from the value that was checked down to it. */
  readonly path: readonly PropertyKey[];
  /** What is allowed there, as messages say it. */
  readonly expected: string;
}

/** What became of a value: decoded, or what is wrong with it. */
export type Checked =
  | { readonly success: true; readonly data: unknown; readonly error?: undefined }
  | {
      readonly success: false;
      readonly data?: undefined;
      readonly error: { readonly issues: readonly Fault[] };
    };

/** Where faults go: nearly every value is right, and a list for each would cost more than the check. */
let spare: Fault[] = [];

/**
 * Checks values of one kind, and decodes them.
 *
 * A value is never changed: where a part of it is decoded, what holds the part is copied.
 */
export class Check {
  /** Returns the value decoded, and adds what is wrong to `faults`; then what it returns means nothing. */
  readonly read: (value: unknown, faults: Fault[]) => unknown;

  /** Whether a field of this kind may be left out. */
  readonly isOptional: boolean;

  /** Makes a check of what reads a value and says what is wrong. */
  constructor(read: Check["read"], isOptional = false) {
    this.read = read;
    this.isOptional = isOptional;
  }

  /** The value decoded; what is wrong with it goes to `onFaults`, which throws. */
  decode(value: unknown, onFaults: (faults: readonly Fault[]) => never): unknown {
    // One that threw on the way may have left some.
    if (spare.length > 0) spare = [];
    const faults = spare;
    const data = this.read(value, faults);
    if (faults.length === 0) return data;
    spare = [];
    return onFaults(faults);
  }

  /** Tells whether a value is right. */
  accepts(value: unknown): boolean {
    if (spare.length > 0) spare = [];
    this.read(value, spare);
    return spare.length === 0;
  }

  /** The value decoded, or what is wrong with it. */
  safeParse(value: unknown): Checked {
    const issues: Fault[] = [];
    const data = this.read(value, issues);
    return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } };
  }
}
