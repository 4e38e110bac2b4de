# A topic or a filter that there is not is refused with those there are

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["mempool"]}
<<< message
@alpha {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "topic must be one of blocks, transactions, pending_transactions, reorgs, serial_numbers on alpha, got \"mempool\""}}
@delta {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "topic must be one of blocks, transactions, pending_transactions, reorgs, validators, proposals on delta, got \"mempool\""}}

>>> MESSAGE {ws}
@alpha {"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["validators"]}
@delta {"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["serial_numbers"]}
<<< message
@alpha {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "topic must be one of blocks, transactions, pending_transactions, reorgs, serial_numbers on alpha, got \"validators\""}}
@delta {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "topic must be one of blocks, transactions, pending_transactions, reorgs, validators, proposals on delta, got \"serial_numbers\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": []}
<<< message
@alpha {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "topic must be one of blocks, transactions, pending_transactions, reorgs, serial_numbers on alpha, got nothing"}}
@delta {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "topic must be one of blocks, transactions, pending_transactions, reorgs, validators, proposals on delta, got nothing"}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["blocks", []]}
<<< message
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "filter must be an object, got []"}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["blocks", {"after": 7}]}
<<< message
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "filter.after must be a cursor, got 7"}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["blocks", {"address": "<account 1>"}]}
<<< message
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "filter.address must be left out: a filter of the topic blocks has after, got \"<account 1>\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["transactions", {"address": "<foreign>"}]}
<<< message
@alpha {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "filter.address must be an address that starts with ax1 and has a valid checksum, got \"<foreign>\""}}
@delta {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "filter.address must be an address that starts with dx1 and has a valid checksum, got \"<foreign>\""}}

>>> MESSAGE {ws}
{"jsonrpc": "2.0", "id": 1, "method": "chain_subscribe", "params": ["blocks", {}, 1]}
<<< message
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "chain_subscribe takes at most 2 parameters, got 3"}}
