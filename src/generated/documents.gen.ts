// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "cd1d87ec997a9e3ec432c10cc3ff4f6207669d0435dbb3154606fc1085398b79"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "2ca0814000da5b98eb6b63a98afa1afa5401b59a335aa1361857a3134959b611"
  }
} as const;
