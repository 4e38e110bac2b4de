/** Writes answers, named for their lowest height too, and removes them until it is killed; tells each removal once it has returned. */
import { join } from "node:path";
import { JsonText } from "../../src/service/internal.ts";
import { AnswerStore } from "../../src/upstream/_answer_store.ts";

const [, , folder = "."] = process.argv;
const store = new AnswerStore({
  path: join(folder, "answers.sqlite"),
  maximumBytes: 2 ** 20,
  onError: (error) => {
    throw error;
  },
});
for (let from = 1_000; ; from -= 5) {
  for (let height = from; height < from + 100; height++) {
    const json = new JsonText(`${height}`, "");
    store.put("delta", `old ${from} ${height}`, { json, height, seenAt: height, at: 0 });
  }
  store.removeFrom("delta", from);
  process.send?.(from);
  // Lets the message go.
  await new Promise((resolve) => void setImmediate(resolve));
}
