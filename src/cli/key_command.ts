import { Command } from "commander";
import { KEY_TIER, type Tier } from "../generated/tiers.gen.ts";
import type { KeyRecord, KeyStore } from "../service/mod.ts";
import { fromUnixSeconds, toUnixSeconds } from "../units/mod.ts";
import { notFound } from "./exit_error.ts";
import { tierFrom } from "./flag_values.ts";
import { withExamples } from "./with_examples.ts";
import { type PlaceFlags, withPlace } from "./with_place.ts";

/** Form of a key id. Any other value may be a key, so messages do not repeat it. */
const ID = /^[0-9a-f]{1,12}$/;

/** The command `key`: issues, lists and revokes API keys of a data folder or a database, with or without a running service. */
export function keyCommand(): Command {
  const command = new Command("key")
    .description("Issue, list and revoke API keys")
    .addCommand(issueCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
  return withExamples(command, "key issue --data ./chains --email ann@example.org");
}

function issueCommand(): Command {
  const command = withPlace(new Command("issue").description("Issue a key and print it once"))
    .requiredOption(
      "--email <address>",
      "holder; the keys of one holder share rate limit and quota",
    )
    .option("--tier <tier>", "rate tier of the key", tierFrom, KEY_TIER)
    .action(
      async ({
        email,
        tier,
        ...place
      }: PlaceFlags & { readonly email: string; readonly tier: Tier }) => {
        const { issueKey } = await import("../service/mod.ts");
        await withKeys(place, async (keys) => {
          const { apiKey, record } = await issueKey(keys, {
            email,
            tier,
            now: toUnixSeconds(new Date()),
          });
          console.log(apiKey);
          console.error(
            `Key ${record.id} of ${printable(record.email)}, tier ${record.tier}. It is not shown again.`,
          );
        });
      },
    );
  return withExamples(command, "key issue --data ./chains --email ann@example.org");
}

function listCommand(): Command {
  const command = withPlace(
    new Command("list").description("List keys by id, never the keys themselves"),
  ).action((place: PlaceFlags) =>
    withKnownKeys(place, async (keys) => {
      const records = await keys.list();
      for (const record of records) console.log(lineOf(record));
      if (records.length === 0) console.error(`There are no keys in ${place.data ?? "the store"}`);
    }),
  );
  return withExamples(command, "key list --data ./chains");
}

function revokeCommand(): Command {
  const command = withPlace(new Command("revoke").description("Revoke the key of an id"))
    .argument("<id>", 'id as "key list" shows it')
    .action((id: string, place: PlaceFlags) =>
      withKnownKeys(place, async (keys) => {
        if (await keys.revoke(id, toUnixSeconds(new Date()))) console.log(`Key ${id} is revoked.`);
        else
          throw notFound(
            `Cannot revoke key${ID.test(id) ? ` ${id}` : ""}: no valid key has this id; see "alphadelta key list"`,
          );
      }),
    );
  return withExamples(command, "key revoke 3f2a --data ./chains");
}

/** Rejects a folder without keys, which is probably mistyped, instead of creating a key store in it. */
async function withKnownKeys(
  place: PlaceFlags,
  work: (keys: KeyStore) => Promise<void>,
): Promise<void> {
  const { hasKeys } = await import("../service/mod.ts");
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
  const { openKeys, openSharedKeys } = await import("../service/mod.ts");
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

/** Escapes terminal controls and bidirectional marks, since anyone can request a key with any email. */
function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}]/gu,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}
