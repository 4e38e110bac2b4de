// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "ecfc9479ed23842dc81e425f28b1276a7940244ecda3f64fb5e8c852a28a42c1"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "bec246497dbdb71deeca7447756d9c732b1b55a2595db4515c00a060a440bf11"
  }
} as const;
