/** A value with the labels that tell it from others of its family. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Times that fell below each of some bounds. */
export interface HistogramSample {
  readonly labels: Readonly<Record<string, string>>;
  /** How many fell into each bucket and no lower one; one more than there are bounds. */
  readonly counts: readonly number[];
  readonly sum: number;
}

/** Metrics of one name. Names have the unit at the end, in seconds and bytes. */
export type MetricFamily = {
  readonly name: string;
  /** One sentence. */
  readonly help: string;
} & (
  | { readonly type: "counter" | "gauge"; readonly samples: readonly Sample[] }
  | {
      readonly type: "histogram";
      /** Upper bounds of the buckets, upwards. */
      readonly bounds: readonly number[];
      readonly samples: readonly HistogramSample[];
    }
);
