/** Who owns, guards, signs and mints. */
import type { PublicClient } from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
import type { Address } from 'viem'
import { contractAddress } from './code.ts'
import type { Findings } from './findings.ts'

export async function verifyRoles(
  reader: PublicClient,
  deployment: Deployment,
  findings: Findings,
): Promise<void> {
  const { roles, tokens } = deployment
  const timelock = contractAddress(deployment, 'Timelock')
  const owned = [
    ['StakingPools', stakingPoolsAbi],
    ['RewardVouchers', rewardVouchersAbi],
    ['ZnVault', znVaultAbi],
  ] as const
  for (const [name, abi] of owned) {
    const contract = { address: contractAddress(deployment, name), abi: abi as typeof znVaultAbi } as const
    await findings.same(
      `${name} owner`,
      reader.readContract({ ...contract, functionName: 'owner' }),
      timelock,
    )
    await findings.same(
      `${name} guardian`,
      reader.readContract({ ...contract, functionName: 'guardian' }),
      roles.guardian,
    )
  }
  const signer = reader.readContract({
    address: contractAddress(deployment, 'RewardVouchers'),
    abi: rewardVouchersAbi,
    functionName: 'signer',
  })
  await findings.same('RewardVouchers signer', signer, roles.voucherSigner)
  for (const symbol of ['GALX', 'MCM'] as const) {
    const contract = { address: tokens[symbol].address as Address, abi: galxAbi } as const
    await findings.same(
      `${symbol} minter`,
      reader.readContract({ ...contract, functionName: 'minter' }),
      timelock,
    )
  }
  const cfo = reader.readContract({
    address: tokens.AAA.address as Address,
    abi: aaaAbi,
    functionName: 'cfo',
  })
  await findings.same('AAA cfo', cfo, timelock)
  const held = [roles.guardian, roles.voucherSigner, ...roles.timelock.proposers, ...roles.timelock.executors]
  findings.checked++
  if (held.includes(roles.deployer))
    findings.fault('deployer', `keeps a role in the deployment file: ${roles.deployer}`)
}
