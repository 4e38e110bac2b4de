// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "efa52e0b96b0f4a64eaa3fb04483bfd2dd6864f770cd5a8ae30df37585f2ae29"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "ef3b4b7222ffd2c9972bc75a1a41c08fa65a3c337a64c0499a6e9136c82aabf7"
  }
} as const;
