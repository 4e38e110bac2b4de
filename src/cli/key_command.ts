import { Argument } from "commander";
import { KEY_TIER } from "../generated/tiers.gen.ts";
import type { KeyRecord, KeyStore } from "../service/internal.ts";
import { fromUnixSeconds, toUnixSeconds } from "../units/mod.ts";
import { command, flag, required } from "./command.ts";
import { notFound } from "./exit_error.ts";
import { tierFrom } from "./flag_values.ts";
import { printable } from "./output/format_value.ts";
import { type PlaceFlags, placeFlags, requirePlace } from "./store_commands.ts";

/** Form of a key id. Any other value may be a key, so messages do not repeat it. */
const ID = /^[0-9a-f]{1,12}$/;

export const key = command({
  examples: ["key issue --data ./chains --email ann@example.org"],
  commands: {
    issue: command({
      description: "Issue a key and print it once",
      flags: {
        ...placeFlags(),
        email: required(
          flag("--email <address>", "holder; the keys of one holder share rate limit and quota"),
        ),
        tier: flag("--tier <tier>", "rate tier of the key", tierFrom, KEY_TIER),
      },
      examples: ["key issue --data ./chains --email ann@example.org"],
      adjust: requirePlace,
      async run({ flags: { email, tier, ...place } }) {
        const { issueKey } = await import("../service/internal.ts");
        await withKeys(place, async (keys) => {
          const now = toUnixSeconds(new Date());
          const { apiKey, record } = await issueKey(keys, { email, tier, now });
          console.log(apiKey);
          console.error(
            `Key ${record.id} of ${printable(record.email)}, tier ${record.tier}. It is not shown again.`,
          );
        });
      },
    }),
    list: command({
      description: "List keys by id, never the keys themselves",
      flags: placeFlags(),
      examples: ["key list --data ./chains"],
      adjust: requirePlace,
      run: ({ flags: place }) =>
        withKnownKeys(place, async (keys) => {
          const records = await keys.list();
          for (const record of records) console.log(lineOf(record));
          if (records.length === 0)
            console.error(`There are no keys in ${place.data ?? "the store"}`);
        }),
    }),
    revoke: command({
      description: "Revoke the key of an id",
      arguments: [new Argument("<id>", 'id as "key list" shows it')],
      flags: placeFlags(),
      examples: ["key revoke 3f2a --data ./chains"],
      adjust: requirePlace,
      run: ({ flags: place }, id: string) =>
        withKnownKeys(place, async (keys) => {
          if (await keys.revoke(id, toUnixSeconds(new Date())))
            console.log(`Key ${id} is revoked.`);
          else
            throw notFound(
              `Cannot revoke key${ID.test(id) ? ` ${id}` : ""}: no valid key has this id; see "alphadelta key list"`,
            );
        }),
    }),
  },
});

/** Rejects a folder without keys, which is probably mistyped, instead of creating a key store in it. */
async function withKnownKeys(
  place: PlaceFlags,
  work: (keys: KeyStore) => Promise<void>,
): Promise<void> {
  const { hasKeys } = await import("../service/internal.ts");
  if (place.data !== undefined && !(await hasKeys(place.data)))
    throw new Error(
      `Cannot use data folder ${place.data}: no service has run on it, and no key was issued`,
    );
  await withKeys(place, work);
}

async function withKeys(
  { data, store }: PlaceFlags,
  work: (keys: KeyStore) => Promise<void>,
): Promise<void> {
  const { openKeys, openSharedKeys } = await import("../service/internal.ts");
  const keys = store === undefined ? await openKeys(data) : await openSharedKeys(store);
  try {
    await work(keys);
  } finally {
    await keys.close();
  }
}

function lineOf({ id, tier, email, createdAt, revokedAt }: KeyRecord): string {
  const since = fromUnixSeconds(createdAt).toISOString();
  const state = revokedAt === null ? "good" : `revoked ${fromUnixSeconds(revokedAt).toISOString()}`;
  return [id, tier.padEnd(10), printable(email), since, state].join("  ");
}
