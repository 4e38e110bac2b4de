import { expect, test } from "vitest";
import { jsonMember } from "../../src/upstream/_json_member.ts";
import { forSeeds, type Random } from "../_random.ts";

test.each([
  ['{"success":true,"data":{"a":[1,{"data":2}]},"meta":{}}', '{"a":[1,{"data":2}]}'],
  ['{ "data" : "a\\"}{," , "meta" : 1 }', '"a\\"}{,"'],
  ['{"d\\u0061ta":null}', "null"],
  ['{"data":1,"data":[2,3]}', "[2,3]"],
  ['{"meta":{"data":1}}', undefined],
  ['{"meta":"data","x":"\\\\"}', undefined],
  ["{}", undefined],
])("the member data of %s is %s", (text, member) => {
  expect(jsonMember(text, "data")).toBe(member);
});

test("of any object it is what JSON.parse finds there", async () => {
  await forSeeds(300, async (random) => {
    const value = { x: anything(random, 3), data: anything(random, 4), y: anything(random, 3) };
    const text = JSON.stringify(value, undefined, random.upTo(2));
    expect(JSON.parse(jsonMember(text, "data") ?? "")).toEqual(value.data);
  });
});

function anything(random: Random, depth: number): unknown {
  const kind = random.upTo(depth > 0 ? 5 : 3);
  if (kind === 0) return random.upTo(1_000) / 8;
  if (kind === 1) return random.upTo(1) === 1;
  if (kind === 2) return null;
  if (kind === 3) return Array.from({ length: 4 }, () => '"\\{}[],:é'[random.upTo(8)]).join("");
  const items = Array.from({ length: random.upTo(3) }, () => anything(random, depth - 1));
  return kind === 4 ? items : Object.fromEntries(items.map((item, at) => [`"${at}`, item]));
}
