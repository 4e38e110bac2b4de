# An id is answered as it came

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 0, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 0, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": -1, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": -1, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 9007199254740991, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": 9007199254740991, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": -9007199254740991, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": -9007199254740991, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": "", "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": "", "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": "a-7", "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": "a-7", "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": "1", "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": "1", "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": null, "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": null, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": "é ☃", "method": "chain_getInfo", "params": []}
<<< 200
{"jsonrpc": "2.0", "id": "é ☃", "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": "<letters 128>", "method": "chain_getInfo"}
<<< 200
{"jsonrpc": "2.0", "id": <text>, "result": {"chain": <chain>, "version": <version>, "blockHeight": <height>, "networkId": <segment>, "peerCount": <counter>}}
