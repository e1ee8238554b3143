/** Why a transaction is not sent or did not work. `contract` has a sentence for every custom error the app's calls can meet. */
import { shownAmount as amount, shownTime as time } from '../../money/shownAmount.ts'

export const errors = {
  notConnected: '请先连接钱包',
  busy: '请先完成正在进行的交易',
  awaitingMatch: '上一笔交易刚刚发送，请稍候几秒',
  wrongChain: '请切换到 BSC 主网',
  wrongGenesis: '钱包所在的链与本应用的链不同（链编号相同但创世区块不同），已拒绝发送',
  genesisUnknown: '无法从钱包读取创世区块，不能确认所在的链，未发送任何交易',
  accountChanged: '钱包中的账户已更换，未发送任何交易',
  insufficientToken: (token: string, needed: string, available: string) =>
    `${token} 余额不足：需要 ${amount(needed)}，现有 ${amount(available)}`,
  insufficientGas: (needed: string, available: string) =>
    `BNB 不足以支付手续费：约需 ${amount(needed)}，现有 ${amount(available)}`,
  reverted: (reason: string) => (reason === '' ? '合约拒绝了这笔交易' : `合约拒绝了这笔交易：${reason}`),
  approvalFailed: (token: string) => `${token} 授权未成功，未继续`,
  calldataMismatch: (field: string) => `将要签名的内容与所选不符（${field}），已停止`,
  chainUnreachable: '无法连接区块链节点，请稍后再试',
  interrupted: '页面在钱包答复之前被关闭；是否已发送，请以钱包中的记录为准',
  walletFault: (message: string) => `钱包出错：${message}`,
  notPrepared: (message: string) => `无法准备这笔交易：${message}`,
  contract: {
    StakingPools_PoolUnknown: () => '没有这个矿池',
    StakingPools_StakingPaused: () => '此矿池暂停新的质押；取回和领取不受影响',
    StakingPools_TierUnknown: () => '此矿池没有所选的期限',
    StakingPools_AmountTooSmall: () => '数量太小，无法计入算力',
    StakingPools_PairAmountShort: (required: string, received: string) =>
      `配对代币不足：需要 ${amount(required)}，收到 ${amount(received)}`,
    StakingPools_BalanceAboveMaximum: () => '超过了合约可以持有的上限',
    StakingPools_TotalWeightAboveMaximum: () => '超过了此矿池的总算力上限',
    StakingPools_PositionUnknown: () => '没有这个仓位，可能已经取回',
    StakingPools_PositionLocked: (_position: string, unlockAt: string) =>
      `仓位尚未解锁，解锁时间 ${time(unlockAt)}`,
    StakingPools_AmountOutOfRange: (_amount: string, held: string) =>
      `数量超出范围：此仓位共有 ${amount(held)}`,
    StakingPools_EarlyExitNotOffered: () => '这个期限不提供提前取回',
    StakingPools_PrincipalRefused: () => '代币合约拒绝付款，仓位没有变动',
    StakingPools_FundingTooSmall: () => '注入的奖励太少，不足以按秒发放',
    StakingPools_PoolNotBoosted: () => '此矿池没有等级加成',
    StakingPools_CallerNotGuardian: () => '只有守护者可以这样做',
    StakingPools_NotAContract: () => '该地址不是合约',
    StakingPools_PairTokenIsStakeToken: () => '配对代币不能与质押代币相同',
    StakingPools_PairRatioOutOfRange: () => '配对比例超出范围',
    StakingPools_RewardDurationOutOfRange: () => '奖励时长超出范围',
    StakingPools_TierCountOutOfRange: () => '期限的数目超出范围',
    StakingPools_TierDurationAboveMaximum: () => '期限过长',
    StakingPools_TierMultiplierOutOfRange: () => '期限倍数超出范围',
    StakingPools_TierPenaltyOutOfRange: () => '提前取回的扣减超出范围',
    DemoFaucet_TooSoon: (_to: string, nextAt: string) => `每小时只能领取一次，下次可领取时间 ${time(nextAt)}`,
    DemoFaucet_ListsDiffer: () => '水龙头的代币与数量不对应',
    ERC20InsufficientBalance: (_sender: string, balance: string, needed: string) =>
      `代币余额不足：需要 ${amount(needed)}，现有 ${amount(balance)}`,
    ERC20InsufficientAllowance: (_spender: string, allowance: string, needed: string) =>
      `授权额度不足：需要 ${amount(needed)}，已授权 ${amount(allowance)}`,
    ERC20InvalidSender: () => '付款地址无效',
    ERC20InvalidReceiver: () => '收款地址无效',
    ERC20InvalidApprover: () => '授权地址无效',
    ERC20InvalidSpender: () => '被授权地址无效',
    ERC2612ExpiredSignature: () => '授权签名已过期，请重试',
    ERC2612InvalidSigner: () => '授权签名与账户不符，请重试',
    SafeERC20FailedOperation: () => '代币合约拒绝了转账',
    OwnableUnauthorizedAccount: () => '只有管理时间锁可以这样做',
    OwnableInvalidOwner: () => '管理地址无效',
    ReentrancyGuardReentrantCall: () => '代币合约试图重入，已拒绝',
  },
}
