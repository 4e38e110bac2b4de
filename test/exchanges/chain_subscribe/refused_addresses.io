# Addresses are refused that are malformed, of the other chain or there twice

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["transactions", {"addresses": ["<account 1>", "<foreign>"]}]}
<<< message
@alpha {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "filter.addresses.1 must be an address that starts with ax1 and has a valid checksum, got \"<foreign>\""}}
@delta {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "filter.addresses.1 must be an address that starts with dx1 and has a valid checksum, got \"<foreign>\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 2, "method": "chain_subscribe", "params": ["transactions", {"addresses": ["<account 1>", "<account 2>", "<account 1>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 2, "error": {"code": -32602, "message": "Invalid params", "data": "filter.addresses.2 must be an address that is not in the list before, got \"<account 1>\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 3, "method": "chain_subscribe", "params": ["transactions", {"addresses": ["nonsense"]}]}
<<< message
{"jsonrpc": "2.0", "id": 3, "error": {"code": -32602, "message": "Invalid params", "data": "filter.addresses must be an array of up to 10000 items, each an address that starts with ax1 or dx1 and has a valid checksum, got [\"nonsense\"], wrong at 0"}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 4, "method": "chain_subscribe", "params": ["transactions", {"addresses": "<account 1>"}]}
<<< message
{"jsonrpc": "2.0", "id": 4, "error": {"code": -32602, "message": "Invalid params", "data": "filter.addresses must be an array of up to 10000 items, each an address that starts with ax1 or dx1 and has a valid checksum, got \"<account 1>\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 5, "method": "chain_subscribe", "params": ["transactions", {"address": "<account 1>", "addresses": ["<account 2>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 5, "error": {"code": -32602, "message": "Invalid params", "data": "filter.address must be left out beside addresses, got \"<account 1>\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 6, "method": "chain_subscribe", "params": ["blocks", {"addresses": ["<account 1>"]}]}
<<< message
{"jsonrpc": "2.0", "id": 6, "error": {"code": -32602, "message": "Invalid params", "data": "filter.addresses must be left out: a filter of the topic blocks has after, got [\"<account 1>\"]"}}
