# A commitment of no record is null
chains: alpha

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getRecord", "params": ["0xabababababababababababababababababababababababababababababababab"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": null}
