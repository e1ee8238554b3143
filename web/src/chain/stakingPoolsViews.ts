/**
 * The three views of StakingPools that every reading calls. The generated ABI holds them too, with everything else the
 * contract knows: 4 kB that the first minute of a visit does not need. A test holds these against it.
 */
import type { Abi } from 'viem'

const one = (name: string, type = 'uint256') => ({ name, type })
const many = (names: string) => names.split(' ').map((name) => one(name))
const view = (name: string, inputs: object[], output: string, type: string, components: object[]) => ({
  type: 'function' as const,
  name,
  inputs,
  outputs: [{ name: output, type, components }],
  stateMutability: 'view' as const,
})
const account = one('account', 'address')

export const stakingPoolsViews = [
  view('poolState', many('pool'), '', 'tuple', [
    ...many('totalWeight rewardRate rewardEnd undistributed lastUpdate'),
    one('stakingPaused', 'bool'),
  ]),
  view('accountState', [...many('pool'), account], '', 'tuple', many('weight boostBps positionCount earned')),
  view(
    'positionsOf',
    [...many('pool'), account, ...many('from limit')],
    'open',
    'tuple[]',
    many('position amount pairAmount tier unlockAt'),
  ),
] as unknown as Abi
