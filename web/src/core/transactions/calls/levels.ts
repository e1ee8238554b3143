/** Calls of Levels. */
import { levelsAbi } from '@galx/protocol/abi/Levels'
import type { PoolKey } from '@galx/protocol/products'
import { decodeFunctionData, encodeFunctionData } from 'viem/utils'
import type { ChainRead } from '../../chain/chainRead.ts'
import { errorsOf, type CallFile, type PermitSignature } from './callFile.ts'
import { balanceStates, eventsOf, summed } from './receiptLogs.ts'
import { poolId, poolKey } from './stakingPools.ts'

type Purchase = {
  /** 1 to the highest */
  level: number
  /** the pools in which the new boost applies at once */
  pools: PoolKey[]
}

/** Burns the difference in MCM between the account's level and the bought level. */
export type LevelsCall =
  ({ name: 'buyLevel' } & Purchase) | ({ name: 'buyLevelWithPermit'; permit: PermitSignature } & Purchase)

const level: ChainRead<bigint> = {
  key: 'outcome/level',
  ofAccount: true,
  load: () =>
    Promise.resolve(({ config, account, read }) =>
      read(config.contracts.Levels, levelsAbi, 'levelOf', [account]),
    ),
}

export const levelsCalls: CallFile<LevelsCall> = {
  names: { buyLevel: true, buyLevelWithPermit: true },
  errors: errorsOf(levelsAbi),
  encode: (call, config) => {
    const purchase = [BigInt(call.level), call.pools.map((pool) => poolId(pool, config))] as const
    const to = config.contracts.Levels
    if (call.name === 'buyLevel')
      return { to, data: encodeFunctionData({ abi: levelsAbi, functionName: 'buy', args: purchase }) }
    const { deadline, v, r, s } = call.permit
    const args = [...purchase, deadline, v, r, s] as const
    return { to, data: encodeFunctionData({ abi: levelsAbi, functionName: 'buyWithPermit', args }) }
  },
  decode: ({ to, data }, config) => {
    if (to !== config.contracts.Levels) return null
    const { functionName, args } = decodeFunctionData({ abi: levelsAbi, data })
    if (functionName !== 'buy' && functionName !== 'buyWithPermit') return null
    const pools = args[1].map((id) => poolKey(id, config))
    if (!pools.every((pool) => pool !== null)) return null
    const purchase = { level: Number(args[0]), pools }
    if (functionName === 'buy') return { name: 'buyLevel', ...purchase }
    const [, , deadline, v, r, s] = args
    return { name: 'buyLevelWithPermit', ...purchase, permit: { deadline, v, r, s } }
  },
  spender: (config) => config.contracts.Levels,
  outcome: {
    facts: (_call, logs, { contracts }) =>
      summed(
        eventsOf(logs, contracts.Levels, levelsAbi, 'LevelBought').map(({ burned }) => ({
          label: 'burned',
          amount: burned,
          token: 'MCM',
        })),
      ),
    states: () => [{ label: 'level', unit: 'count', value: (get) => get(level) }, ...balanceStates(['MCM'])],
  },
  permits: {
    takes: () => true,
    add: ({ level, pools }, _token, permit) => ({ name: 'buyLevelWithPermit', level, pools, permit }),
  },
}
