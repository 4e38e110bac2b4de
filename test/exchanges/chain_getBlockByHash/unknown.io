# A hash of no block is null

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByHash", "params": ["0xabababababababababababababababababababababababababababababababab"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": null}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByHash", "params": ["0xabababababababababababababababababababababababababababababababab", true]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": null}
