// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "24469a84360beb2e1f219eeb26bee42f9dbe1e109fee27a13de72e98e1a8e864"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "8ff41a2faad193ada29a0181884d00d59aa475f0cad744a5bf75d3dd6d6d58bd"
  }
} as const;
