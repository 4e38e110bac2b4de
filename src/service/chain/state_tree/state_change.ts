/** A value of the state that a block sets or, without `value`, removes. */
export interface StateChange {
  readonly key: string;
  readonly value: string | undefined;
}
