// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "20740f4339a94c6c10f06d1b323777c76df0d94f65b286798097f66a235e39c5"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "9fa7addc23f6ff82709fb3db070549b1e402bfa3e3e426b8cbcc9fda23f8b9d0"
  }
} as const;
