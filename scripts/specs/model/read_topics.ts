import { isObject, type JsonObject, objectAt, objectsAt, textAt } from "../json.ts";
import { localRefs } from "../local_refs.ts";
import type { SpecFile } from "../spec_file.ts";
import { chainsOf } from "./_parts.ts";
import type { Topic } from "./model.ts";

/** The topics of subscriptions. */
export function readTopics(openrpc: SpecFile, chains: readonly string[]): Topic[] {
  return Object.entries(objectsAt(openrpc.value, "x-topics")).map(([name, topic]) => ({
    name,
    description: textAt(topic, "description"),
    payload: localRefs(objectAt(topic, "payload")) as JsonObject,
    filter: isObject(topic.filter) ? (localRefs(topic.filter) as JsonObject) : undefined,
    reorgNotice: topic.reorgNotice === true,
    chains: chainsOf(topic, chains),
  }));
}
