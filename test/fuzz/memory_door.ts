/**
 * Loaded into a service that is fuzzed: answers each message of its parent with the bytes that are in use once the heap
 * is cleaned. What SQLite keeps is not among them, since transactions that were taken stay.
 */
process.on("message", () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  process.send?.(heapUsed + arrayBuffers);
});
