/** What is wrong with a value, and where. */
export interface Fault {
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

  constructor(read: Check["read"], isOptional = false) {
    this.read = read;
    this.isOptional = isOptional;
  }

  safeParse(value: unknown): Checked {
    const issues: Fault[] = [];
    const data = this.read(value, issues);
    return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } };
  }
}
