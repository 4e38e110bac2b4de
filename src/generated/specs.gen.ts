// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "4b4925c50732d34864543f5725a688fd719adc8415f097404e7260a403a9f434"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "9fa7addc23f6ff82709fb3db070549b1e402bfa3e3e426b8cbcc9fda23f8b9d0"
  }
} as const;
