# Parameters that are missing, wrong or too many

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991, got nothing"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": ["1"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991, got \"1\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": ["latest"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991, got \"latest\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [-1]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991, got -1"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [1.5]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991, got 1.5"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [true]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991, got true"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [null]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991, got null"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [[1]]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991, got [1]"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [{}]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991, got {}"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [9007199254740992]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "blockNumber must be an integer from 0 to 9007199254740991, got 9007199254740992"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [1, "true"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "fullTx must be a boolean, got \"true\""}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [1, 1]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "fullTx must be a boolean, got 1"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [1, null]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "fullTx must be a boolean, got null"}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getBlockByNumber", "params": [1, true, 1]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid params", "data": "chain_getBlockByNumber takes at most 2 parameters, got 3"}}
