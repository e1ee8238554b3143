/** A stake that another token pays. */
export default {
  payWith: '支付代币',
  choose: (token: string) => `选择支付代币，当前 ${token}`,
  amount: '支付数量',
  least: '最少到手，即质押数量',
  rest: (token: string) => `兑换超出最少到手的 ${token} 留在钱包里，不质押`,
  submit: (paid: string) => `用 ${paid} 质押`,
  noFee: 'BNB 不够付网络费',
  paused: '新质押已暂停',
  sheet: {
    title: '确认兑换并质押',
    pays: '支付，至多',
    stake: '质押之后',
    steps:
      '能让所有步骤一起成功或一起取消的钱包，只需确认一次。其他钱包先确认兑换，到账后再确认质押。每次只授权所需的数量。',
  },
  unfinished: {
    text: (received: string, stake: string) => `兑换到账 ${received}，其中 ${stake} 还没有质押。`,
    action: '质押',
    leave: '不质押',
  },
}
