/** The units of fields by their names. The first that matches counts; an amount without one is of tokens. */
const UNITS = {
  gas: /^gas(?:Used|Limit)$/,
  seconds: /^(?:avgB|b)lockTime$/,
  moment: /^(?:timestamp|firstSeen|lastSeen|lastUse)$|Time$|At$/,
  share: /^(?:commission|uptime)$|Ratio$/,
  rate: /^tps$/,
} as const;

export type Unit = keyof typeof UNITS;

/** The unit of a field, by its name; undefined where the name implies none. */
export function unitOf(name: string): Unit | undefined {
  return (Object.keys(UNITS) as Unit[]).find((unit) => UNITS[unit].test(name));
}

/** Units of time in seconds, the longest first. */
export const TIME_UNITS = { d: 86_400, h: 3_600, min: 60, s: 1 } as const;
