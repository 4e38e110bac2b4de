import type { Admission } from "./admission.ts";
import type { RateLimits } from "./rate_limits.ts";

/** An admission, or a promise of one if several processes share the counters. */
export type AdmissionOrPromise = Admission | Promise<Admission>;

/** Admits or refuses requests by subject, within the limits of a tier. */
export interface RateLimiter {
  /** Subjects with a counter of their own in this process. */
  readonly size: number;
  /** Admits or refuses one request of a subject, or `cost` at once. */
  admit(subject: string, limits: RateLimits, cost?: number): AdmissionOrPromise;
  /** Admits or refuses the `further` requests of a batch, whose first one was already admitted. */
  admitFurther(subject: string, limits: RateLimits, further: number): AdmissionOrPromise;
}
