/** The owners, guardians, signers and minters. */
import { decodeAbiParameters, zeroAddress, type Hex } from 'viem'
import { aaaAbi } from '@galx/protocol/abi/AAA'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { znVaultAbi } from '@galx/protocol/abi/ZnVault'
import type { DeployedContract } from '@galx/protocol/deployment'
import { GUARDED_CONTRACTS, OWNED_CONTRACTS, type OwnedContract } from '@galx/protocol/ownedContracts'
import { constructorOf } from '../deploy/create2.ts'
import { published, type PublishedName } from '../deploy/published.ts'
import type { Comparison } from './findings.ts'
import { contractAddress, tokenAddress, type Place } from './place.ts'

/** Reads owners and guardians with the vault's ABI: every owned contract has the same functions. */
export function ownedContract(place: Place, name: OwnedContract) {
  return { address: contractAddress(place.deployment, name), abi: znVaultAbi } as const
}

export async function verifyRoles(place: Place): Promise<void> {
  const { read, deployment, findings } = place
  const { roles } = deployment
  const timelock = contractAddress(deployment, 'Timelock')
  const comparisons: Comparison[] = []
  for (const name of OWNED_CONTRACTS)
    comparisons.push([
      `${name} owner`,
      read({ ...ownedContract(place, name), functionName: 'owner' }),
      timelock,
    ])
  for (const name of GUARDED_CONTRACTS)
    comparisons.push([
      `${name} guardian`,
      read({ ...ownedContract(place, name), functionName: 'guardian' }),
      roles.guardian,
    ])
  const log = { address: contractAddress(deployment, 'EpochLog'), abi: epochLogAbi } as const
  comparisons.push(['EpochLog publisher', read({ ...log, functionName: 'publisher' }), roles.epochPublisher])
  const vouchers = { address: contractAddress(deployment, 'RewardVouchers'), abi: rewardVouchersAbi } as const
  comparisons.push([
    'RewardVouchers signer',
    read({ ...vouchers, functionName: 'signer' }),
    roles.voucherSigner,
  ])
  comparisons.push([
    'RewardVouchers co-signer',
    read({ ...vouchers, functionName: 'coSigner' }),
    roles.voucherCoSigner,
  ])
  const aaa = { address: tokenAddress(deployment, 'AAA'), abi: aaaAbi } as const
  comparisons.push(['AAA cfo', read({ ...aaa, functionName: 'cfo' }), timelock])
  await findings.compare(comparisons)
  verifyDeployer(place)
}

/** The contracts' addresses prove that the deployer was the first owner and the first minter. */
function verifyDeployer({ deployment, findings }: Place): void {
  const { roles, contracts, tokens } = deployment
  const first: [string, DeployedContract | undefined, PublishedName, string][] = [
    ['owner of StakingPools', contracts.StakingPools, 'StakingPools', 'owner_'],
    ['owner of RewardVouchers', contracts.RewardVouchers, 'RewardVouchers', 'owner_'],
    ['owner of EpochLog', contracts.EpochLog, 'EpochLog', 'owner_'],
    ['minter of GALX', tokens.GALX, 'GALX', 'minter'],
    ['minter of MCM', tokens.MCM, 'MCM', 'minter'],
  ]
  for (const [name, entry, code, parameter] of first) {
    const found = constructorArgument(code, entry?.constructorArguments, parameter)
    if (found !== undefined) findings.expect(`deployer (the first ${name})`, found, roles.deployer)
  }
  const { guardian, voucherSigner, voucherCoSigner, epochPublisher } = roles
  const held = [
    guardian,
    voucherSigner,
    voucherCoSigner,
    epochPublisher,
    ...roles.timelock.proposers,
    ...roles.timelock.executors,
  ]
  findings.checked++
  if (held.includes(roles.deployer))
    findings.fault('deployer', `keeps a role in the deployment file: ${roles.deployer}`)
  findings.checked++
  if (roles.deployer === zeroAddress) findings.fault('deployer', 'is the zero address')
}

/** @returns the value of one constructor argument; undefined if the arguments are missing or cannot be decoded */
export function constructorArgument(
  code: PublishedName,
  encoded: string | undefined,
  parameter: string,
): unknown {
  if (encoded === undefined) return undefined
  const inputs = constructorOf(published(code).abi)?.inputs ?? []
  try {
    const values = decodeAbiParameters(inputs, encoded as Hex) as readonly unknown[]
    return values[inputs.findIndex(({ name }) => name === parameter)]
  } catch {
    return undefined
  }
}
