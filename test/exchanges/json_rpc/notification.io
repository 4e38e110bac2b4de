# A call without an id is not answered, whatever comes of it

>>> POST {rpc}
{"jsonrpc": "2.0", "method": "chain_getInfo", "params": []}
<<< 204

>>> POST {rpc}
{"jsonrpc": "2.0", "method": "nowhere"}
<<< 204

>>> POST {rpc}
{"jsonrpc": "2.0", "method": "account_getNonce", "params": [7]}
<<< 204

>>> POST {rpc}
[{"jsonrpc": "2.0", "method": "chain_getInfo"}, {"jsonrpc": "2.0", "method": "nowhere"}]
<<< 204
