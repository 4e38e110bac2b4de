import { type JsonObject } from "../specs/json.ts";
import { type Group, methodSection } from "./group.ts";
import type { RpcDocument } from "./rpc_document.ts";
import { closeCodeTable, topicTable } from "./tables.ts";
import { topicPath } from "./topic_path.ts";

/** The subscription calls and the topics. `chains` are all there are. */
export function eventGroup(rpc: RpcDocument, chains: readonly string[]): Group {
  const calls = rpc.methods.filter((method) => method["x-websocket"] === true);
  const name = "Topics";
  const paths = rpc.topics.map((topic) => [`/#${topic[0]}`, topicPath(rpc, topic, name)]);
  const text = [
    "Each topic stands here as a request: its body is the message that subscribes, its answers are the messages that " +
      "then arrive on the same WebSocket connection. No HTTP request is made.",
    topicTable(rpc.value, chains),
    `## Close codes\n\n${closeCodeTable(rpc.value)}`,
  ];
  return {
    name: "Events",
    sections: [
      methodSection(rpc, calls, "Subscription calls", "Subscription calls"),
      {
        tag: { name, description: text.join("\n\n") },
        paths: Object.fromEntries(paths) as JsonObject,
      },
    ],
  };
}
