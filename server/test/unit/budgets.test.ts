/** Runways come from the chain: a missing value is not 0. */
import { encodeAbiParameters, encodeFunctionResult, multicall3Abi, type Hex } from 'viem'
import { expect, it } from 'vitest'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import { ChainUnavailableError } from '../../src/chain/chainReader.ts'
import type { Nodes } from '../../src/chain/rpc/nodes.ts'
import { readBudgets } from '../../src/api/status/budgets.ts'
import { PAPER_DEPLOYMENT } from '../api/paperDeployment.ts'

const NOW = 1_000n
const deployment = {
  ...PAPER_DEPLOYMENT,
  pools: {},
  programs: { galx: { id: '1' }, mcm: { id: '2' } },
} as unknown as Deployment

/** A node whose RewardVouchers has these programs, with their ends. */
function nodeWith(programs: readonly { id: bigint; fundedUntil: bigint }[]): Nodes {
  const nothing = { token: `0x${'1'.repeat(40)}`, budgetPerEpoch: 0n, start: 0n, funded: 0n, vested: 0n }
  const listed = programs.map((program) => ({ ...nothing, paid: 0n, ...program }))
  const outputs = znVaultAbi.find((entry) => 'name' in entry && entry.name === 'vaultState')!.outputs
  const [state] = outputs as readonly { components: readonly { name: string }[] }[]
  const vault = Object.fromEntries(state!.components.map(({ name }) => [name, NOW + 5n]))
  const answers = [
    encodeAbiParameters([{ type: 'uint256' }], [NOW]),
    encodeFunctionResult({ abi: rewardVouchersAbi, functionName: 'programs', result: listed as never }),
    encodeFunctionResult({ abi: znVaultAbi, functionName: 'vaultState', result: vault as never }),
  ]
  const result = encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: answers.map((returnData: Hex) => ({ success: true, returnData })),
  })
  return { count: 1, ask: () => Promise.resolve({ by: 0, result }) }
}

it('a program that has ended has a runway of 0', async () => {
  const node = nodeWith([
    { id: 1n, fundedUntil: NOW + 60n },
    { id: 2n, fundedUntil: NOW - 60n },
  ])
  expect(await readBudgets(node, deployment)).toEqual([
    { kind: 'program', name: 'galx', runway: 60 },
    { kind: 'program', name: 'mcm', runway: 0 },
    { kind: 'vault', name: 'zn', runway: 5 },
  ])
})

it('an answer that lacks a program is refused, with its name', async () => {
  const answer = readBudgets(nodeWith([{ id: 1n, fundedUntil: NOW + 60n }]), deployment)
  await expect(answer).rejects.toThrow(ChainUnavailableError)
  await expect(answer).rejects.toThrow('the node lists no program mcm')
})
