import { type DevAccount, devAccounts, signTransaction } from "alphadelta/devnet";
import { createVerify } from "alphadelta/drift";
import { present, same } from "./expect.ts";
import { command, connect, type World } from "./world.ts";

/** A transfer is signed here, sent once, awaited through its block and read back. */
export async function submit(world: World): Promise<void> {
  const delta = connect(world, "delta");
  const [alice, bob] = await devAccounts("delta");
  const sender: DevAccount<"delta"> = present(alice, "an account");
  const to = present(bob, "another account").address;
  const { nonce } = await delta.rpc.account_getNonce(sender.address);
  const { balance } = await delta.getAccount(to);
  const payment = { type: "transfer", to, value: 1_000n, nonce } as const;
  const { signedTx, txHash } = await signTransaction(sender, payment);
  const submission = await delta.sendRawTransaction(signedTx);
  same(submission.txHash, txHash, "the hash that the service gives");
  const waiting = delta.waitForReceipt(txHash, { timeout: 20_000 });
  await command(world, "mine");
  const receipt = await waiting;
  same(receipt.status, 1, "the receipt's status");
  same((await delta.getTransaction(txHash)).value, 1_000n, "the value");
  same((await delta.getAccount(to)).balance, balance + 1_000n, "the balance after");
  const again = await delta.sendRawTransaction(signedTx);
  same(again.txHash, txHash, "the hash of what is sent again");
  const nonces = delta.createNonces(sender.address);
  const sends = [1n, 2n].map((value) =>
    nonces.send((next) => signTransaction(sender, { ...payment, value, nonce: next })),
  );
  const used = (await Promise.all(sends)).map((sent) => sent.nonce - nonce);
  same(used.join(), "1,2", "the nonces of two sends at a time");
  const verdict = await createVerify(delta).transaction(txHash);
  same(verdict.differences.length, 0, "what REST and JSON-RPC say differently");
}
