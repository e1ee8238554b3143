/** Why a transaction is not sent or did not work. `contract` has a sentence for every custom error the app's calls can meet. */
import { shownAmount as amount } from '../../money/shownAmount.ts'

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
  contract: {} as Record<string, (...values: string[]) => string>,
}
