/** Runs worlds of decoded logs, from the shared vectors and the random worlds, through the engine. */
import type { Address } from 'viem'
import { parseRulesets } from '@galx/protocol/rulesets'
import {
  WORLD_CONTRACTS,
  type RawBlock,
  type RawLog,
  type RawWorld,
} from '../../../packages/protocol/test/rewards/rawWorld.ts'
import type { AuditEvent } from '../../src/audit/events.ts'
import { World, type ClosedEpoch, type WorldTerms } from '../../src/audit/world.ts'

export function termsOf(raw: RawWorld): WorldTerms {
  return {
    chainId: raw.chainId,
    genesisHash: raw.genesis,
    contracts: WORLD_CONTRACTS.map((name) => raw.contracts[name]),
    epochDuration: BigInt(raw.epochDuration),
    rulesets: parseRulesets(raw.rulesets),
  }
}

/** @returns undefined for a log that changes no bonus */
function eventOf({ block, logIndex, contract, event, args }: RawLog, time: number): AuditEvent | undefined {
  const position = { block: BigInt(block), logIndex, time }
  const amount = (name: string) => BigInt(args[name]!)
  const address = (name: string) => args[name] as Address
  const account = address('account')
  switch (`${contract}.${event}`) {
    case 'StakingPools.Staked':
      return {
        ...position,
        kind: 'staked',
        pool: amount('pool'),
        account,
        position: amount('position'),
        amount: amount('amount'),
        weight: amount('weight'),
        inviter: address('inviter'),
      }
    case 'StakingPools.Unstaked':
    case 'StakingPools.Exited':
      return {
        ...position,
        kind: 'left',
        pool: amount('pool'),
        account,
        position: amount('position'),
        amount: amount('amount'),
        weight: amount('weight'),
      }
    case 'StakingPools.BoostSynced':
      return { ...position, kind: 'boostSynced', pool: amount('pool'), account, weight: amount('weight') }
    case 'ZnVault.InviterNamed':
      return { ...position, kind: 'inviterNamed', account, inviter: address('inviter') }
    case 'ZnVault.Transfer':
      return {
        ...position,
        kind: 'sharesMoved',
        from: address('from'),
        to: address('to'),
        amount: amount('value'),
      }
    case 'NodePass.Transfer':
      return {
        ...position,
        kind: 'passMoved',
        from: address('from'),
        to: address('to'),
        id: amount('tokenId'),
      }
    case 'NodePass.UnbondingStarted':
      return { ...position, kind: 'unbondingStarted', id: amount('id') }
    case 'NodePass.UnbondingCancelled':
      return { ...position, kind: 'unbondingCancelled', id: amount('id') }
    case 'RewardVouchers.ProgramCreated':
      return {
        ...position,
        kind: 'programCreated',
        program: amount('program'),
        budgetPerEpoch: amount('budgetPerEpoch'),
        start: amount('start'),
      }
    case 'RewardVouchers.Funded':
      return { ...position, kind: 'funded', program: amount('program'), amount: amount('amount') }
    case 'RewardVouchers.Claimed':
      return { ...position, kind: 'claimed', program: amount('program'), account, amount: amount('amount') }
    default:
      return undefined
  }
}

/**
 * Closes every epoch that ends by the last block.
 * @param atClose called between two epochs; returns the world to continue with
 */
export async function closeEpochs(
  raw: RawWorld,
  atClose: (world: World, closed: ClosedEpoch) => World | Promise<World> = (world) => world,
): Promise<ClosedEpoch[]> {
  let world = new World(termsOf(raw))
  const times = new Map(raw.blocks.map(({ number, timestamp }) => [number, timestamp]))
  const tip = BigInt(raw.blocks.at(-1)!.timestamp)
  const closed: ClosedEpoch[] = []
  const closeNext = async () => {
    const inside = raw.blocks.filter(
      ({ timestamp }) => BigInt(timestamp) >= world.epochStart && BigInt(timestamp) < world.epochEnd,
    )
    const name = (block: RawBlock | undefined) =>
      block ? { number: BigInt(block.number), hash: block.hash } : null
    const epoch = world.close({ first: name(inside.at(0)), last: name(inside.at(-1)) })
    closed.push(epoch)
    world = await atClose(world, epoch)
  }
  for (const log of raw.logs) {
    const time = times.get(log.block)!
    while (BigInt(time) >= world.epochEnd) await closeNext()
    const event = eventOf(log, time)
    if (event) world.apply(event)
  }
  while (world.epochEnd <= tip) await closeNext()
  return closed
}
