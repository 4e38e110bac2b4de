/** Shares one call of `fetch` among all who ask; after a failure the next one begins anew. */
export function once<Value>(fetch: () => Promise<Value>): () => Promise<Value> {
  let shared: Promise<Value> | undefined;
  return () => {
    if (shared) return shared;
    shared = fetch();
    shared.catch(() => (shared = undefined));
    return shared;
  };
}
