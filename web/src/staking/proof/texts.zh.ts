/** Texts about the comparison of reserves and debts. */
export default {
  covered: '储备充足',
  short: '储备不足',
  coveredLong: (covered: string) =>
    `储备充足：你的浏览器刚刚核对，质押合约持有的 ${covered} 种代币，都不少于应付的本金与奖励预算。查看如何核对`,
  partlyLong: (covered: string, partly: string) =>
    `储备充足：你的浏览器刚刚核对，质押合约持有的 ${covered} 种代币不少于应付的本金与奖励预算，另有 ${partly} 种只能核对到应付的下限。查看如何核对`,
  shortLong: (short: string) => `储备不足：你的浏览器刚刚核对，质押合约有 ${short} 种代币少于应付。查看详情`,
}
