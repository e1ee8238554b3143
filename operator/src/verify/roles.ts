/** Who owns, guards, signs and mints. */
import { zeroAddress, type Address, type PublicClient } from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { galxAbi } from '@galx/protocol/abi/GALX'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { stakingPoolsAbi } from '@galx/protocol/abi/StakingPools'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { Deployment } from '@galx/protocol/deployment'
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
    await verifyOwner(reader, name, contract.address, timelock, findings)
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
  const log = { address: contractAddress(deployment, 'EpochLog'), abi: epochLogAbi } as const
  await verifyOwner(reader, 'EpochLog', log.address, timelock, findings)
  await findings.same(
    'EpochLog publisher',
    reader.readContract({ ...log, functionName: 'publisher' }),
    roles.epochPublisher,
  )
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
  const { guardian, voucherSigner, epochPublisher } = roles
  const held = [
    guardian,
    voucherSigner,
    epochPublisher,
    ...roles.timelock.proposers,
    ...roles.timelock.executors,
  ]
  findings.checked++
  if (held.includes(roles.deployer))
    findings.fault('deployer', `keeps a role in the deployment file: ${roles.deployer}`)
}

/** The owner, and that the ownership is offered to nobody else: an offer needs no announcement any more to be accepted. */
async function verifyOwner(
  reader: PublicClient,
  name: string,
  address: Address,
  timelock: Address,
  findings: Findings,
): Promise<void> {
  const contract = { address, abi: znVaultAbi } as const
  await findings.same(`${name} owner`, reader.readContract({ ...contract, functionName: 'owner' }), timelock)
  await findings.same(
    `${name} next owner`,
    reader.readContract({ ...contract, functionName: 'pendingOwner' }),
    zeroAddress,
  )
}
