const units: Readonly<Record<string, string>> = { day: '天', hour: '小时', minute: '分钟', second: '秒' }

/** The transaction sheet and list. */
export default {
  title: '交易',
  stage: {
    checking: '正在检查…',
    signing: '请在钱包中确认',
    pending: '已发送，等待上链',
    confirmed: '已确认',
    failed: '失败',
    replaced: '已被替换',
    dropped: '已被网络丢弃',
    refused: '你在钱包中取消了',
  },
  hint: {
    checking: '先在链上模拟这笔交易，再请你签名',
    signing: '钱包中显示的内容应与这里一致',
    silent: '钱包还没有答复。请打开钱包，看看是否有待确认的请求；也可能被其他窗口挡住',
    pending: '通常只需几秒，可以关闭此窗口',
    confirmed: '结果已写入区块链',
    failed: '除手续费外，没有任何变动',
    approvedOnly: '授权已生效；交易本身没有发送',
    besideApproval: (problem: string) => `${problem}。此前的授权已生效`,
    notSent: '没有发送任何交易',
    replaced: '同一序号的另一笔交易取代了它',
    unfound: '它的序号已被用掉，但找不到是哪笔交易：请查看余额或区块浏览器',
    spedUp: '你在钱包中加速了这笔交易，结果以新交易为准',
    cancelled: '你在钱包中取消了这笔交易，没有任何变动',
    dropped: '没有节点再知道这笔交易，可以重新发起',
    refused: '没有发送任何交易',
  },
  step: {
    permit: (token: string) => `签名授权 ${token}（无手续费）`,
    approve: (token: string) => `授权所需数量的 ${token}`,
    call: '发送交易',
  },
  titles: {
    stake: (amounts: string) => `质押 ${amounts}`,
    stakeTerm: (amounts: string, count: string, unit: string) =>
      `存 ${amounts}，${count} ${units[unit] ?? unit}`,
    unstake: (amounts: string) => `取回 ${amounts}`,
    exit: (amounts: string) => `取回 ${amounts} 并领取奖励`,
    exitEarly: (amounts: string) => `提前取出 ${amounts}`,
    withdrawPrincipal: (amounts: string) => `紧急退出：取回 ${amounts}`,
    claim: (tokens: string) => `领取 ${tokens} 奖励`,
    claimMany: (tokens: string) => `一键领取 ${tokens} 奖励`,
    drip: () => '领取测试币',
  },
  /** what happened, by the receipt */
  outcome: {
    staked: '已质押',
    received: '已到账',
    returned: '本金已取回',
    claimed: '奖励已到账',
    cost: '提前取出的费用',
    givenUp: '放弃的奖励',
  },
  /** read before and after the call */
  state: { position: '仓位合计', share: '你的份额', balance: '钱包余额' },
  next: { viewPosition: '查看仓位', stakeAgain: '继续质押' },
  becomes: '变为',
  /** while it is signed: what it is expected to bring */
  deal: {
    gain: '现在每天多得',
    share: '你的份额',
    holds: '你的金库资产',
    shares: '至少得到的份额',
    worth: '约值（按链上交易池现价）',
  },
  fee: '网络费，最多',
  approveTitle: (token: string) => `授权 ${token}`,
  viewInExplorer: '在浏览器中查看',
  hash: '交易哈希',
  block: (number: string) => `区块 ${number}`,
  close: '关闭',
  stopWaiting: '不再等待',
  list: '最近的交易',
}
