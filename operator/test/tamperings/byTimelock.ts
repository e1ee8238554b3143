/** The timelock's calls on a deployment, and its announcements. */
import { zeroHash, type Abi, type Address, type Hex } from 'viem'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import type { Deployment } from '@galx/protocol/deployment'
import { ROLE_IDS } from '../../src/verify/operations.ts'
import type { TimelockRole } from '../../src/verify/timelockRoles.ts'
import type { LiveDeployment } from '../support/liveDeployment.ts'
import type { Tampering } from './tampering.ts'

export function roleId(name: TimelockRole): Hex {
  return [...ROLE_IDS].find(([, role]) => role === name)![0]
}

/** The world after an announced call of the timelock. */
export function byTimelock(
  what: string,
  calls: (world: LiveDeployment) => readonly (readonly [Address, Abi, string, readonly unknown[]])[],
  expected: Pick<Tampering, 'wrong' | 'note'>,
  file: (world: LiveDeployment) => Deployment = ({ deployment }) => deployment,
): Tampering {
  return {
    what,
    async tamper(world) {
      for (const [address, abi, functionName, args] of calls(world))
        await world.call(world.contract('Timelock'), address, abi, functionName, args)
      return file(world)
    },
    ...expected,
  }
}

/** The world after the timelock announced calls. */
export function announced(
  what: string,
  calls: (world: LiveDeployment) => readonly (readonly [Address, Hex])[],
  note: RegExp,
): Tampering {
  return {
    what,
    async tamper(world) {
      const [proposer] = world.deployment.roles.timelock.proposers as [Address]
      const list = calls(world)
      await world.call(proposer, world.contract('Timelock'), timelockAbi, 'scheduleBatch', [
        list.map(([target]) => target),
        list.map(() => 0n),
        list.map(([, data]) => data),
        zeroHash,
        zeroHash,
        60n,
      ])
      return world.deployment
    },
    note,
  }
}
