# A hash of no transaction is null

>>> POST {rpc}
{"method": "getTransaction", "params": ["0xabababababababababababababababababababababababababababababababab"]}
<<< 200
{"result": null}
