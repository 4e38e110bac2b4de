/**
 * The oldest Node that the package runs on, the floor of `engines` in `package.json`. Other runtimes report a version of
 * Node that they are compatible with, or none.
 *
 * @module
 */
const MAJOR = 22;
const MINOR = 13;

/** The Node that is needed, in the words of messages. */
export const NODE_FLOOR: string = `Node ${MAJOR}.${MINOR} or later`;

/**
 * Refuses an older Node at once: without its `WebSocket`, for example, events would be silent.
 *
 * @param task What cannot be done, such as `create a client`.
 * @throws {Error} If this is an older Node; the message names it and the floor.
 */
export function requireNode(task: string, version = globalThis.process?.versions?.node): void {
  if (version === undefined) return;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return;
  throw oldNode(task, version);
}

/** The refusal of an older Node, with the command by which npm fetches a newer one. */
export function oldNode(task: string, version = globalThis.process.versions.node): Error {
  return new Error(
    `Cannot ${task} in Node ${version}: it needs ${NODE_FLOOR}, such as "npx -y node@24"`,
  );
}
