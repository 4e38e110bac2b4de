import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { devAccounts } from "../../src/devnet/mod.ts";
import { EVENTS_COMMANDS, type EventsCommand, filterOf } from "../../src/cli/reads/topic_filter.ts";
import { LIMITS } from "../../src/generated/limits.gen.ts";
import { formatAddress } from "../../src/units/mod.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "cli-addresses-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const [ALICE = "", BOB = ""] = (await devAccounts("delta")).map(({ address }) => address);
const [FOREIGN = ""] = (await devAccounts("alpha")).map(({ address }) => address);

const transactions = filterOf(EVENTS_COMMANDS["transactions"] as EventsCommand);

function read(text: string): Promise<unknown> {
  const addresses = join(folder, "watch.txt");
  writeFileSync(addresses, text);
  return transactions.read({ addresses, type: "transfer" });
}

test("a file has an address a line, with comments and empty lines", async () => {
  const text = `# watched\n\n${ALICE}  # the first\r\n${BOB}\n${ALICE}`;
  expect(await read(text)).toEqual({ type: "transfer", addresses: [ALICE, BOB] });
});

test("an empty file is an empty list", async () => {
  expect(await read("# none yet\n")).toEqual({ type: "transfer", addresses: [] });
});

test("a line that is no address, or is of another chain, is named", async () => {
  const wrong = ALICE.slice(1);
  await expect(read(`${BOB}\n${wrong}\n`)).rejects.toThrow(
    `watch.txt: line 2, "${wrong}", is no address; is it one a line, and whole?`,
  );
  await expect(read(`${ALICE}, ${BOB}\n`)).rejects.toThrow(/watch\.txt: line 1, .* is no address/);
  await expect(read(`${ALICE}\n\n${FOREIGN}\n`)).rejects.toThrow(
    `watch.txt: line 3, "${FOREIGN}", is of another chain than those above, which start with dx1.`,
  );
});

test("a file that is not there is named", async () => {
  const addresses = join(folder, "none.txt");
  await expect(transactions.read({ addresses })).rejects.toThrow(
    `Cannot read the addresses in ${addresses}, named by --addresses: there is no such file.`,
  );
});

test("more addresses than a filter may have are refused by their number", async () => {
  const most = LIMITS.addressesPerSubscription;
  const lines = Array.from({ length: most + 1 }, (_, index) => {
    const bytes = new Uint8Array(20);
    new DataView(bytes.buffer).setUint32(0, index);
    return formatAddress({ prefix: "dx", bytes });
  });
  await expect(read(lines.join("\n"))).rejects.toThrow(
    `watch.txt: it has ${most + 1}, a subscription takes at most ${most}. Split the file.`,
  );
  expect(await read(`${lines.slice(1).join("\n")}\n${lines[1]}`)).toMatchObject({
    addresses: lines.slice(1),
  });
});
