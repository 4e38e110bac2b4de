/** A line of the table: a figure of this client, what it should come to, and the same of the others. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly target: string;
  readonly isMet: boolean;
  /** By name of the rival. */
  readonly rivals?: Readonly<Record<string, string>>;
}
