# A change that cannot be made as a whole is refused as a whole

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["transactions", {"addresses": ["<account 1>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 1, "result": {"subscription": "s1", "cursor": <text>, "oldest": <text>}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 2, "method": "chain_updateSubscription", "params": ["s1", {"add": ["<account 2>", "<account 1>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 2, "error": {"code": -32602, "message": "Invalid params", "data": "change.add.1 must be an address that the filter of s1 does not have, and left out of remove, got \"<account 1>\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 3, "method": "chain_updateSubscription", "params": ["s1", {"add": ["<account 1>"], "remove": ["<account 1>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 3, "error": {"code": -32602, "message": "Invalid params", "data": "change.add.0 must be an address that the filter of s1 does not have, and left out of remove, got \"<account 1>\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 4, "method": "chain_updateSubscription", "params": ["s1", {"remove": ["<account 1>", "<account 2>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 4, "error": {"code": -32602, "message": "Invalid params", "data": "change.remove.1 must be an address that the filter of s1 has, got \"<account 2>\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 5, "method": "chain_updateSubscription", "params": ["s1", {"add": ["<foreign>"]}]}
<<< message
@alpha {"jsonrpc": "2.0", "id": 5, "error": {"code": -32602, "message": "Invalid params", "data": "change.add.0 must be an address that starts with ax1 and has a valid checksum, got \"<foreign>\""}}
@delta {"jsonrpc": "2.0", "id": 5, "error": {"code": -32602, "message": "Invalid params", "data": "change.add.0 must be an address that starts with dx1 and has a valid checksum, got \"<foreign>\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 6, "method": "chain_updateSubscription", "params": ["s1", {"add": ["<account 2>", "<account 2>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 6, "error": {"code": -32602, "message": "Invalid params", "data": "change.add.1 must be an address that is not in the list before, got \"<account 2>\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 7, "method": "chain_updateSubscription", "params": ["s9", {"add": ["<account 2>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 7, "error": {"code": -32602, "message": "Invalid params", "data": "subscription must be one of this connection, got \"s9\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 8, "method": "chain_subscribe", "params": ["transactions"]}
<<< message
{"jsonrpc": "2.0", "id": 8, "result": {"subscription": "s2", "cursor": <text>, "oldest": <text>}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 9, "method": "chain_updateSubscription", "params": ["s2", {"add": ["<account 2>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 9, "error": {"code": -32602, "message": "Invalid params", "data": "subscription must be one with address or addresses in its filter, got \"s2\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 10, "method": "chain_updateSubscription", "params": ["s1"]}
<<< message
{"jsonrpc": "2.0", "id": 10, "error": {"code": -32602, "message": "Invalid params", "data": "change must be an object, got nothing"}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 11, "method": "chain_updateSubscription", "params": ["s1", {}]}
<<< message
{"jsonrpc": "2.0", "id": 11, "result": {"addresses": 1, "cursor": <text>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 12, "method": "chain_updateSubscription", "params": ["s1", {}]}
<<< 200
{"jsonrpc": "2.0", "id": 12, "error": {"code": -32601, "message": "Method not found", "data": "chain_updateSubscription exists only on WebSocket"}}
