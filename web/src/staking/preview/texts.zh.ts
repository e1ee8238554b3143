/** Texts about the cost and the value of a stake or a claim. */
export default {
  unknown: '—',
  fee: (amount: string) => `≈ ${amount} BNB`,
  typical: '典型值',
  typicalLong: '授权之前无法模拟这笔交易：按同类交易实测的 Gas 用量与现在的 Gas 价格计算',
  worth: (amount: string) => `≈ ${amount} USDT`,
  byPool: '按链上流动池现价',
  byPoolLong: '按链上流动池此刻的储备比例换算，不含各项费用与价格影响；卖出所得会更少',
  noPool: '没有可参考的流动池',
  compound: (token: string) => `或复投 ${token} 奖励`,
  costly: (cost: string, gain: string) => `现在领取不划算：费用 ${cost}，所得 ${gain} USDT`,
}
