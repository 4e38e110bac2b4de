# State of the chain

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo", "params": []}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "chain": <chain>,
    "version": <version>,
    "blockHeight": <height>,
    "networkId": <segment>,
    "peerCount": 0
  }
}
