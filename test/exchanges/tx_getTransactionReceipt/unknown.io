# A hash of no transaction has no receipt

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["0xabababababababababababababababababababababababababababababababab"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": null}
