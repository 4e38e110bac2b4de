// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "6420e5dcf7e43840cddaf2954de830458ca4a2f128220f5eb69e8eae3102c968"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "ae1cea892ae12fdf8865ad0c132835ae21a289bcaa50a239385bb9592e9bebfa"
  }
} as const;
