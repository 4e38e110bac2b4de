# An address without stake: nothing, with nobody
chains: delta

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["<unseen>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "stakedAmount": "0",
    "delegatedTo": null,
    "rewards": "0",
    "unbondingAmount": "0",
    "unbondingCompleteTime": null
  }
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "delta_getStake", "params": ["<account 2>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "stakedAmount": "0",
    "delegatedTo": null,
    "rewards": "0",
    "unbondingAmount": "0",
    "unbondingCompleteTime": null
  }
}
