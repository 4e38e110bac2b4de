# A height above the newest block is null

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [999999999]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": null}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [9007199254740991, true]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": null}
