import { Argument } from "commander";
import { KEY_TIER, type Tier, TIERS } from "../generated/tiers.gen.ts";
import type { KeyRecord, KeyStore } from "../service/internal.ts";
import { fromUnixSeconds, toUnixSeconds, type UnixSeconds } from "../units/mod.ts";
import { choice, command, flag, required } from "./command.ts";
import { type ExitError, notFound } from "./exit_error.ts";
import { durationFrom, listFrom } from "./flag_values.ts";
import type { Printer } from "./output/printer.ts";
import { TIME_UNITS } from "./output/units.ts";
import { type PlaceFlags, placeFlags, requirePlace } from "./store_commands.ts";

/** Form of a key id. Any other value may be a key, so messages do not repeat it. */
const ID = /^[0-9a-f]{1,12}$/;

const KEY_ID = new Argument("<id>", 'id as "key list" shows it');

const WEEK = 7 * TIME_UNITS.d;

const TIER_NAMES = Object.keys(TIERS) as Tier[];

export const key = command({
  examples: ["key issue --data ./chains --email ann@example.org"],
  commands: {
    issue: command({
      description: "Issue a key and print it once",
      flags: {
        ...placeFlags(),
        email: required(flag("--email <address>", "holder; keys of one holder share its limits")),
        tier: choice("--tier <tier>", "rate tier of the key", TIER_NAMES, KEY_TIER),
        label: flag("--label <name>", "its name, which labels its requests in /metrics"),
        origins: flag(
          "--origins <list>",
          "origins of pages that may use it, with commas",
          listFrom,
        ),
        expires: flag("--expires <time>", "how long it is valid, such as 90d", durationFrom),
      },
      examples: [
        "key issue --data ./chains --email ann@example.org",
        "key issue --data ./chains --email ann@example.org --expires 90d",
      ],
      async run({ printer, flags: { email, tier, label, origins, expires, ...place } }) {
        const { issueKey } = await import("../service/internal.ts");
        await withKeys(place, async (keys) => {
          const now = present();
          const expiresAt = expires && now + expires;
          const order = { email, tier, now, label, origins, expiresAt };
          printNew(printer, await issueKey(keys, order));
        });
      },
    }),
    list: command({
      description: "List keys by id, never the keys themselves",
      hasTable: true,
      flags: {
        ...placeFlags(),
        unused: flag(
          "--unused <time>",
          "only those not used for so long, such as 30d",
          durationFrom,
        ),
      },
      examples: ["key list --data ./chains", "key list --data ./chains --unused 30d"],
      run: ({ printer, flags: { unused, ...place } }) =>
        withKnownKeys(place, async (keys) => {
          const uses = new Map((await keys.listUses()).map((use) => [use.hash, use]));
          const since = unused === undefined ? Infinity : present() - unused;
          const records = (await keys.list()).filter(
            ({ hash, createdAt }) => (uses.get(hash)?.usedAt ?? createdAt) < since,
          );
          if (printer.isForPrograms) return printer.list(records.map(describeKey));
          if (records.length > 0) return printer.list(records.map(rowOf));
          const which = unused === undefined ? "" : " such";
          printer.note(`There are no${which} keys in ${place.data ?? "the store"}`);
        }),
    }),
    show: command({
      description: "Show a key and its use, which is counted some seconds after a request",
      flags: placeFlags(),
      arguments: [KEY_ID],
      examples: ["key show 3f2a8c01d9e7 --data ./chains"],
      run: ({ printer, flags: place }, id: string) =>
        withKnownKeys(place, async (keys) => {
          const record = (await keys.list()).find((one) => one.id === id);
          if (!record) throw unknownKey("show", id);
          const use = (await keys.listUses()).find(({ hash }) => hash === record.hash);
          const isToday = use?.day === Math.floor(present() / TIME_UNITS.d);
          printer.value({
            ...describeKey(record),
            lastUse: use?.usedAt ?? null,
            requestsToday: isToday ? use.requests : 0,
            refusalsToday: isToday ? use.refusals : 0,
          });
        }),
    }),
    rotate: command({
      description: "Issue a key in the place of another, which stays valid for a time",
      arguments: [KEY_ID],
      flags: {
        ...placeFlags(),
        keep: flag("--keep <time>", "how long the old key stays valid", durationFrom, WEEK).default(
          WEEK,
          "7d",
        ),
        expires: flag(
          "--expires <time>",
          "validity of the new key; by default as before",
          durationFrom,
        ),
      },
      examples: ["key rotate 3f2a8c01d9e7 --data ./chains --keep 2d"],
      async run({ printer, flags: { keep, expires, ...place } }, id: string) {
        const { rotateKey } = await import("../service/internal.ts");
        await withKnownKeys(place, async (keys) => {
          const now = present();
          const expiresAt = expires && now + expires;
          const issued = await rotateKey(keys, id, now + keep, { now, expiresAt });
          if (!issued) throw unknownKey("rotate", id);
          printNew(printer, issued);
          printer.note(`Key ${id} is valid until ${momentOf(issued.keptUntil)}.`);
        });
      },
    }),
    revoke: command({
      description: "Revoke the key of an id",
      flags: placeFlags(),
      arguments: [KEY_ID],
      examples: ["key revoke 3f2a8c01d9e7 --data ./chains"],
      run: ({ printer, flags: place }, id: string) =>
        withKnownKeys(place, async (keys) => {
          const revokedAt = present();
          if (!(await keys.revoke(id, revokedAt))) throw unknownKey("revoke", id);
          printer.outcome({ id, revokedAt }, `Key ${id} is revoked.`);
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

async function withKeys(place: PlaceFlags, work: (keys: KeyStore) => Promise<void>): Promise<void> {
  const { data, store } = requirePlace(place);
  const { openKeys, openSharedKeys } = await import("../service/internal.ts");
  const keys = store === undefined ? await openKeys(data) : await openSharedKeys(store);
  try {
    await work(keys);
  } finally {
    await keys.close();
  }
}

function present(): UnixSeconds {
  return toUnixSeconds(new Date());
}

/** Any text that is no id may be a key, and is not repeated. */
function unknownKey(action: string, id: string): ExitError {
  const named = ID.test(id) ? ` ${id}` : "";
  return notFound(
    `Cannot ${action} key${named}: no valid key has this id; see "alphadelta key list"`,
  );
}

interface NewKey {
  readonly apiKey: string;
  readonly record: KeyRecord;
}

function printNew(printer: Printer, { apiKey, record }: NewKey): void {
  if (printer.isForPrograms) return printer.value({ apiKey, ...describeKey(record) });
  printer.line(apiKey);
  const { id, email, tier, expiresAt } = record;
  const end = expiresAt === null ? "" : `, valid until ${momentOf(expiresAt)}`;
  printer.note(`Key ${id} of ${email}, tier ${tier}${end}. It is not shown again.`);
}

/** A key in JSON, without its hash. */
function describeKey(record: KeyRecord): object {
  const { id, tier, email, subject, label, origins, createdAt, expiresAt, revokedAt } = record;
  const pages = origins?.split(" ") ?? null;
  return { id, tier, email, subject, label, origins: pages, createdAt, expiresAt, revokedAt };
}

/** A key in a table. */
function rowOf({ id, tier, email, label, createdAt, expiresAt, revokedAt }: KeyRecord): object {
  const state =
    revokedAt !== null
      ? `revoked ${momentOf(revokedAt)}`
      : expiresAt === null
        ? "good"
        : `${expiresAt > present() ? "good until" : "expired"} ${momentOf(expiresAt)}`;
  return { id, tier, email, label, created: momentOf(createdAt), state };
}

function momentOf(time: UnixSeconds): string {
  return fromUnixSeconds(time).toISOString();
}
