// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "080184359c58ccca789be22341f1abd8fcdbbb650f6ae51f555f35bc72ba9b16"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "ca97dbc4942a526eec6653c839a052c2276eb07b94486a39895e429d38d86676"
  }
} as const;
