import { afterEach, expect, test } from "vitest";
import { type DevAccount, devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { type Client, createClient } from "../../src/mod.ts";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import { type Gateway, openGateway } from "./_served.ts";

let gateway: Gateway;
let delta: Client<"delta">;
afterEach(async () => {
  await delta.close();
  await gateway.close();
});

test("a gateway sends the events of a list of addresses, and changes it", async () => {
  gateway = await openGateway({ clock: SYSTEM_CLOCK });
  const { origin } = await gateway.listen();
  delta = createClient("delta", { endpoints: origin });
  const accounts = await devAccounts("delta");
  const [alice, bob, carol] = accounts as [DevAccount, DevAccount, DevAccount];
  /** Pays two accounts, in a block each; resolves to the hashes. */
  const pay = async (): Promise<string[]> => {
    const hashes: string[] = [];
    for (const { address: to } of [bob, carol]) {
      const { nonce } = await delta.rpc.account_getNonce(alice.address);
      const body = { type: "transfer", to, value: 1n, nonce } as const;
      const { signedTx, txHash } = await signTransaction(alice, body);
      await delta.sendRawTransaction(signedTx);
      hashes.push(txHash);
      await gateway.upstream.produceBlock("delta");
      await gateway.caughtUp();
    }
    return hashes;
  };
  const stream = delta.events.accountActivity({ addresses: [bob.address] });
  await stream.ready;
  const [toBob] = await pay();
  await stream.add([carol.address]);
  await stream.remove([bob.address]);
  const [, toCarol] = await pay();
  const events = [await stream.next(), await stream.next()];
  expect(events.map(({ value }) => value?.data?.hash)).toEqual([toBob, toCarol]);
  const after = events[0]?.value?.cursor ?? "";
  const resumed = delta.events.accountActivity({ addresses: [carol.address], after });
  expect((await resumed.next()).value?.cursor).not.toBe(after);
  await resumed.return();
});
