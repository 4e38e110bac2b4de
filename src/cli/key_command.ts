import { Command } from "commander";
import type { Tier } from "../generated/tiers.gen.ts";
import { issueKey, type KeyRecord, type KeyStore, openKeys } from "../service/mod.ts";
import { formatTime, parseTime } from "../units/mod.ts";
import { tierFrom } from "./read_tier.ts";

interface DataFlag {
  readonly data: string;
}

/** The command `key`: issues, lists and revokes API keys of a data folder, beside a running service or without one. */
export function keyCommand(): Command {
  return new Command("key")
    .description("Issue, list and revoke API keys")
    .addCommand(issueCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

function issueCommand(): Command {
  return withData(new Command("issue").description("Issue a key and print it, this once"))
    .requiredOption("--email <address>", "holder; the keys of one holder share one allowance")
    .option("--tier <tier>", "rate tier of the key", tierFrom, "Registered")
    .action(
      async ({ data, email, tier }: DataFlag & { readonly email: string; readonly tier: Tier }) => {
        if (!/^[^\s@]+@[^\s@]+$/.test(email))
          throw new Error(`Cannot issue key: ${JSON.stringify(email)} is no email address`);
        await withKeys(data, async (keys) => {
          const { apiKey, record } = await issueKey(keys, {
            email,
            tier,
            now: formatTime(new Date()),
          });
          console.log(apiKey);
          console.error(
            `Key ${record.id} of ${record.email}, tier ${record.tier}. It is not shown again.`,
          );
        });
      },
    );
}

function listCommand(): Command {
  return withData(
    new Command("list").description("List keys by id, never the keys themselves"),
  ).action(({ data }: DataFlag) =>
    withKeys(data, async (keys) => {
      for (const record of await keys.list()) console.log(lineOf(record));
    }),
  );
}

function revokeCommand(): Command {
  return withData(new Command("revoke").description("Revoke the key of an id"))
    .argument("<id>", 'id as "key list" shows it')
    .action((id: string, { data }: DataFlag) =>
      withKeys(data, async (keys) => {
        if (await keys.revoke(id, formatTime(new Date()))) console.log(`Key ${id} is revoked.`);
        else
          throw new Error(
            `Cannot revoke key ${id}: no good key has this id; see "alphadelta key list"`,
          );
      }),
    );
}

function withData(command: Command): Command {
  return command.requiredOption("--data <folder>", "data folder of the service");
}

async function withKeys(data: string, work: (keys: KeyStore) => Promise<void>): Promise<void> {
  const keys = await openKeys(data);
  try {
    await work(keys);
  } finally {
    await keys.close();
  }
}

function lineOf({ id, tier, email, createdAt, revokedAt }: KeyRecord): string {
  const since = parseTime(createdAt).toISOString();
  const state = revokedAt === null ? "good" : `revoked ${parseTime(revokedAt).toISOString()}`;
  return [id, tier.padEnd(10), email, since, state].join("  ");
}
