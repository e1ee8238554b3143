/** See texts.en.ts. */
import { POOL_NAMES, PROGRAM_NAMES } from '../names.ts'

type Said = readonly [intent: string, sentence: string]

const swap: Said = ['兑换', '用 {amountIn} 兑换至少 {amountOutMin}，付给 {to}']
const swapNative: Said = ['兑换', '用 {@.value} 兑换至少 {amountOutMin}，付给 {to}']
const deposit: Said = ['存入金库', '把 {assets} 存入金库，份额归 {receiver}']
const handOver: Said = ['转让通行证', '把 {from} 的 {tokenId} 连同押金转给 {to}']
const transfer: Said = ['转账', '把 {amount} 转给 {to}']
const transferFrom: Said = ['转账', '把 {from} 的 {amount} 转给 {to}']
const approve: Said = ['授权', '允许 {spender} 动用 {amount}']
const permit: Said = ['签名授权', '允许 {spender} 动用 {owner} 的 {value}']
const plainToken = { approve, transfer, transferFrom }
const token = { ...plainToken, permit }

export default {
  labels: {
    pool: '质押池',
    amount: '数量',
    tier: '期限',
    position: '仓位',
    inviter: '邀请人',
    account: '账户',
    receiver: '付给',
    owner: '所有者',
    spender: '授权给',
    shares: '份额',
    level: '等级',
    pass: '通行证',
    name: '名称',
    program: '奖金计划',
    cumulative: '累计发放',
    deadline: '有效至',
    pays: '支付',
    receivesAtLeast: '最少到手',
    route: '路径',
    contract: '合约',
    call: '操作',
    data: '数据',
    approved: '允许',
    signature: '签名',
    wei: '数量（wei）',
    signer: '签名者',
    coSigner: '联署者',
  },
  pools: POOL_NAMES.zh_CN,
  programs: PROGRAM_NAMES.zh_CN,
  flexible: '活期',
  days: (days: number) => `${days} 天`,
  unlimited: '任意数量',
  calls: {
    StakingPools: {
      stake: ['质押', '在质押池 {pool} 质押 {amount}'],
      stakeWithPermit: ['质押', '在质押池 {pool} 质押 {amount}'],
      stakeFor: ['为他人质押', '为 {account} 在质押池 {pool} 质押 {amount}'],
      unstake: ['取回', '从质押池 {pool} 取回 {amount}，付给 {to}'],
      exit: ['全部取回并领取', '取回质押池 {pool} 的 {position} 号仓位并领取奖励，付给 {to}'],
      exitEarly: ['提前取回', '到期前从质押池 {pool} 取回 {amount}（需付费用），付给 {to}'],
      withdrawPrincipal: ['紧急退出', '取回质押池 {pool} 的 {position} 号仓位的本金，放弃奖励，付给 {to}'],
      claim: ['领取奖励', '领取质押池 {pool} 的奖励，付给 {to}'],
      claimFor: ['领取奖励', '为 {account} 领取质押池 {pool} 的奖励'],
      claimMany: ['领取奖励', '领取质押池 {pools.[]} 的奖励，付给 {to}'],
      compound: ['复投', '领取质押池 {pool} 的奖励并质押在其中'],
      syncBoost: ['更新加成', '把 {owner_} 在质押池 {pool} 的加成更新到其等级'],
      fund: ['注入预算', '向质押池 {pool} 注入 {amount} wei 奖励代币，不可收回'],
    },
    ZnVault: {
      deposit,
      depositWithInviter: deposit,
      depositWithPermit: deposit,
      mint: ['存入金库', '为 {receiver} 购入 {shares}'],
      withdraw: ['从金库取回', '从金库取回 {owner} 的 {assets}，付给 {receiver}'],
      redeem: ['取回份额', '取回 {owner} 的 {shares}，付给 {receiver}'],
      fund: ['注入预算', '向金库份额的持有者支付 {amount}，不可收回'],
      approve: ['授权', '允许 {spender} 动用 {value}'],
      transfer: ['转账', '把 {value} 转给 {to}'],
      transferFrom: ['转账', '把 {from} 的 {value} 转给 {to}'],
      permit,
    },
    Levels: {
      buy: ['购买等级', '购买 {level} 级，销毁 MCM'],
      buyWithPermit: ['购买等级', '购买 {level} 级，销毁 MCM'],
    },
    NodePass: {
      mint: ['铸造节点通行证', '铸造节点通行证“{name_}”，锁入 MCM 押金'],
      mintWithPermit: ['铸造节点通行证', '铸造节点通行证“{name_}”，锁入 MCM 押金'],
      rename: ['为通行证改名', '把 {id} 改名为“{name_}”'],
      startUnbonding: ['开始冷却期', '开始 {id} 的冷却期：其节点现在终止'],
      cancelUnbonding: ['结束冷却期', '结束 {id} 的冷却期，押金留在其中'],
      unbond: ['取回押金', '销毁 {id} 并取回其押金'],
      transferFrom: handOver,
      safeTransferFrom: handOver,
      'safeTransferFrom with data': handOver,
      approve: ['授权', '允许 {to} 转让 {tokenId} 及其押金'],
      setApprovalForAll: ['授权全部通行证', '允许 {operator} 转让全部通行证：{approved}'],
    },
    AaaFund: { distribute: ['分配', '把 AAA 基金的收入分给其质押者'] },
    RewardVouchers: {
      claim: [
        '领取奖金',
        '向 {voucher.account} 支付累计 {voucher.cumulative} 中尚未领取的部分（{voucher.program}）',
      ],
      claimTo: [
        '领取奖金',
        '把 {voucher.account} 累计 {voucher.cumulative} 中尚未领取的部分付给 {to}（{voucher.program}）',
      ],
      claimMany: [
        '领取奖金',
        '向 {vouchers.[].account} 支付累计 {vouchers.[].cumulative} 中尚未领取的部分（{vouchers.[].program}）',
      ],
      fund: ['注入预算', '向 {id} 注入 {amount}，不可收回'],
      disableSigner: ['停用签名者', '在时间锁任命签名者之前，所有凭证作废'],
      disableCoSigner: ['停用联署者', '在时间锁任命联署者之前，所有凭证作废'],
      setSigner: ['任命签名者', '任命 {signer_} 为签名者，先前的凭证全部作废'],
      setCoSigner: ['任命联署者', '任命 {coSigner_} 为联署者，先前的凭证全部作废'],
    },
    SwapRouter: {
      swapExactTokensForTokens: swap,
      swapExactTokensForETH: swap,
      swapExactETHForTokens: swapNative,
      swapExactTokensForTokensSupportingFeeOnTransferTokens: swap,
      swapExactTokensForETHSupportingFeeOnTransferTokens: swap,
      swapExactETHForTokensSupportingFeeOnTransferTokens: swapNative,
    },
    WrappedNative: {
      ...plainToken,
      deposit: ['包装', '包装 {@.value}'],
      withdraw: ['解包', '解包 {amount}'],
    },
    Multicall3: { aggregate3: ['多个操作，全部成功或全部不执行', '{calls.[].callData}'] },
    DemoFaucet: { drip: ['领取测试币', '向 {to} 发放测试币'] },
    PlainToken: plainToken,
    Token: token,
    BurnableToken: {
      ...token,
      burn: ['销毁', '销毁 {amount}'],
      burnFrom: ['销毁', '销毁 {from} 的 {amount}'],
    },
  },
  messages: {
    Permit: ['签名授权', '在 {deadline} 之前允许 {spender} 动用 {owner} 的 {value}'],
    Voucher: ['签发奖金凭证', '向 {account} 累计发放 {cumulative}（{program}）'],
  },
} satisfies {
  calls: Record<string, Record<string, Said>>
  messages: Record<string, Said>
  [part: string]: unknown
}
