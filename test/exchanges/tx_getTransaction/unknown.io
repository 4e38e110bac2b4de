# A hash of no transaction is null

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransaction", "params": ["0xabababababababababababababababababababababababababababababababab"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": null}
