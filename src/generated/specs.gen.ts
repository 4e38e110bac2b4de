// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "3b02cd4f49b941f28299c94a90ff12b35f48f9c249daf5dd83bd65a88b8847ec"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "6cea4c575a313d70ce6d53178580e6a7ffd60b9713188c06d12375f28b0be435"
  }
} as const;
