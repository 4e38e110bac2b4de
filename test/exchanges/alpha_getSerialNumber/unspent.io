# A serial number that is not spent
# No case uses dev account 9. A number of no record is not spent either.
chains: alpha

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getSerialNumber", "params": ["<serial 9>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"spent": false, "blockNumber": null}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getSerialNumber", "params": ["0xabababababababababababababababababababababababababababababababab"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"spent": false, "blockNumber": null}}
