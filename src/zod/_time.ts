import { regexes } from "zod/v4/core";

const TIME =
  /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/** Tells whether `text` is a time of RFC 3339, with its offset. A leap second is the last of a day of UTC. */
export function isTime(text: string): boolean {
  const [, hour, minute, second, sign, ...offset] = TIME.exec(text) ?? [];
  if (second !== "60") return second !== undefined;
  const local = minutes(hour, minute);
  const ahead = sign ? minutes(...offset) : 0;
  return (local + (sign === "-" ? ahead : -ahead) + 1) % 1440 === 0;
}

/** Tells whether `text` is a date and time of RFC 3339. */
export function isDateTime(text: string): boolean {
  const [date = "", time = "", ...more] = text.split(/t/i);
  return more.length === 0 && regexes.date.test(date) && isTime(time);
}

function minutes(hour?: string, minute?: string): number {
  return Number(hour) * 60 + Number(minute);
}
