// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "0b6601e3c395c5ab8b658c6ba26b9192e4920bd30590568ba9c1264efebee734"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "9fa7addc23f6ff82709fb3db070549b1e402bfa3e3e426b8cbcc9fda23f8b9d0"
  }
} as const;
