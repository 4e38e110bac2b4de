// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "080184359c58ccca789be22341f1abd8fcdbbb650f6ae51f555f35bc72ba9b16"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "ce1fd464246ec7156baf86ff77ee780625db8927fe261944342fa90a8394c5c2"
  }
} as const;
