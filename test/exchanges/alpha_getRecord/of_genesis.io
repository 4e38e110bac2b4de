# A record that no transaction created
# No case uses dev account 9.
chains: alpha

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "alpha_getRecord", "params": ["<record 9>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "commitment": <record 9>,
    "transactionHash": null,
    "blockNumber": 0,
    "index": 0,
    "value": <amount>,
    "owner": <account 9>
  }
}
