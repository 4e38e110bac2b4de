// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "0b6601e3c395c5ab8b658c6ba26b9192e4920bd30590568ba9c1264efebee734"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "29d160a7c7ab67c7a4c331cd4ee035d90c4629c9189d7d64d4cc54b58fc4531a"
  }
} as const;
