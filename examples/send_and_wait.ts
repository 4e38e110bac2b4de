// Signs a transfer of the devnet, sends it once and waits for its receipt. Run: npx node examples/send_and_wait.ts [origin]
import { createClient, isAlphadeltaError } from "alphadelta";
import { devAccounts, signTransaction } from "alphadelta/devnet";

const delta = createClient("delta", { endpoints: process.argv[2] ?? "http://127.0.0.1:8645" });
const [alice, bob] = await devAccounts("delta");
if (!alice || !bob) throw new Error("The devnet has no accounts");

try {
  const nonces = delta.createNonces(alice.address);
  const { nonce, txHash } = await nonces.send((next) =>
    signTransaction(alice, { type: "transfer", to: bob.address, value: 5n, nonce: next }),
  );
  const wait = { from: alice.address, nonce, timeout: 30_000 };
  const { status, blockNumber } = await delta.waitForReceipt(txHash, wait);
  console.log(`${txHash} is in block ${blockNumber}: ${status === 1 ? "success" : "failed"}`);
} catch (error) {
  if (isAlphadeltaError(error, "AmbiguousSubmissionError"))
    console.error((await error.reconcile()).outcome);
  else if (isAlphadeltaError(error, "NoReceiptError")) console.error(`No receipt: ${error.reason}`);
  else throw error;
  process.exitCode = 1;
}
