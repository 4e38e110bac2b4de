const UNITS = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
] as const;

/** Distance of a moment in Unix seconds from the present in milliseconds: `3 min ago`, `in 2 h`, `now`. */
export function relativeTime(seconds: number, now: number): string {
  const distance = Math.round(now / 1000 - seconds);
  const length = Math.abs(distance);
  if (length === 0) return "now";
  return distance > 0 ? `${duration(length)} ago` : `in ${duration(length)}`;
}

/** Seconds in the largest unit that fits: `90 s`, `2 h`. */
export function duration(seconds: number): string {
  const [size, unit] = UNITS.find(([one]) => seconds >= one * (one === 1 ? 1 : 2)) ?? [1, "s"];
  return `${Math.round(seconds / size)} ${unit}`;
}
