import type { Chance } from "./chance.ts";

/** Changes bytes: one is another, some are gone, inserted or doubled. */
export function mutateBytes(bytes: Buffer, chance: Chance): Buffer {
  const at = chance.below(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + chance.below(16));
  const [before, part, after] = [
    bytes.subarray(0, at),
    bytes.subarray(at, end),
    bytes.subarray(end),
  ];
  const inserted = (...values: number[]): Buffer =>
    Buffer.concat([before, Buffer.from(values), part, after]);
  return chance.pick([
    () => inserted(chance.below(256)),
    () => inserted(0xff, 0xfe),
    () => inserted(0xc0, 0x80),
    () => inserted(0xed, 0xa0, 0x80),
    () => inserted(0),
    () => Buffer.concat([before, after]),
    () => Buffer.concat([before, part, part, after]),
    () => Buffer.concat([Buffer.from("\ufeff"), bytes]),
    () => before,
    () =>
      Buffer.concat([
        before,
        Buffer.from([(part[0] ?? 0) ^ (1 << chance.below(8))]),
        part.subarray(1),
        after,
      ]),
    () => Buffer.concat([bytes, bytes]),
  ])();
}
