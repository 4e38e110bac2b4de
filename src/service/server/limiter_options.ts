import type { ServiceOptions } from "./service_options.ts";

/** Options of the limiter of this process. */
export function limiterOptions({ clock = Date.now, maximumSubjects = 100_000 }: ServiceOptions): {
  readonly clock: () => number;
  readonly maximumSubjects: number;
} {
  return { clock, maximumSubjects };
}
