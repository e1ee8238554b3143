/** Checks the timelock's delay and the holders of its roles: no holder is missing, and there is no extra holder. */
import { zeroAddress, zeroHash, type Address, type Hex } from 'viem'
import { timelockAbi } from '@galx/protocol/abi/Timelock'
import { indexedAddress, type History } from './history.ts'
import { contractAddress, type Place } from './place.ts'

export const TIMELOCK_ROLES = ['administrator', 'proposer', 'canceller', 'executor'] as const
export type TimelockRole = (typeof TIMELOCK_ROLES)[number]

export type TimelockState = {
  /** seconds; undefined if the read failed */
  delay: bigint | undefined
  /** the holders of each role, as far as the logs and the file name them; the zero address: anyone */
  holders: Readonly<Record<TimelockRole, readonly Address[]>>
}

/** @param history the timelock's logs; without them only the file's accounts can be checked */
export async function verifyTimelock(place: Place, history: History | undefined): Promise<TimelockState> {
  const { read, deployment, findings } = place
  const { timelock: plan, deployer } = deployment.roles
  const address = contractAddress(deployment, 'Timelock')
  const contract = { address, abi: timelockAbi } as const
  const delay = await findings.read('Timelock delay', read({ ...contract, functionName: 'getMinDelay' }))
  if (delay !== undefined) findings.expect('Timelock delay', delay, plan.minDelay)
  if (delay === 0n) findings.fault('Timelock delay', 'is 0: changes take effect without an announcement')

  const roleId = (functionName: 'PROPOSER_ROLE' | 'EXECUTOR_ROLE' | 'CANCELLER_ROLE') =>
    read({ ...contract, functionName })
  const [proposer, canceller, executor] = await Promise.all([
    roleId('PROPOSER_ROLE'),
    roleId('CANCELLER_ROLE'),
    roleId('EXECUTOR_ROLE'),
  ])
  const roles: Record<TimelockRole, { id: Hex; expected: readonly string[] }> = {
    administrator: { id: zeroHash, expected: [address] },
    proposer: { id: proposer, expected: plan.proposers },
    canceller: { id: canceller, expected: plan.proposers },
    executor: { id: executor, expected: plan.executors },
  }
  const holders: Record<TimelockRole, Address[]> = {
    administrator: [],
    proposer: [],
    canceller: [],
    executor: [],
  }
  for (const name of TIMELOCK_ROLES) {
    const { id, expected } = roles[name]
    // The contract cannot list the holders of its roles. The logs name every account that was ever granted a role.
    const granted = (history?.of('RoleGranted') ?? []).filter(({ topics }) => topics[1] === id)
    const candidates = new Set([...expected, deployer, ...granted.map((log) => indexedAddress(log, 2))])
    const asked = await Promise.all(
      [...candidates].map(async (who) => ({
        who: who as Address,
        holds: await read({ ...contract, functionName: 'hasRole', args: [id, who as Address] }),
      })),
    )
    for (const { who, holds } of asked) {
      findings.checked++
      if (holds) holders[name].push(who)
      if (holds === expected.includes(who)) continue
      findings.fault(`Timelock role ${name}`, mismatch(who, holds, deployer))
    }
  }
  return { delay, holders }
}

function mismatch(who: Address, holds: boolean, deployer: string): string {
  if (!holds) return `is not held by ${who}`
  if (who === deployer) return `is still held by the deployer ${who}`
  if (who === zeroAddress) return 'is held by anyone; the deployment file does not say so'
  return `is held by ${who}; the deployment file does not say so`
}
