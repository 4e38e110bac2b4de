# Figures of the chain

>>> GET {rest}/chain/stats
<<< 200
{
  "success": true,
  "data": {
    "tps": <number>,
    "avgBlockTime": <number>,
    "totalSupply": <amount>,
    "circulatingSupply": <amount>,
@alpha    "totalStaked": "0",
@alpha    "stakingRatio": 0
@delta    "totalStaked": <amount>,
@delta    "stakingRatio": <ratio>
  },
  "meta": <meta>
}
