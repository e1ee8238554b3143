/** The holders of power over the deployment, with notes about them. */
import { getAddress, zeroAddress, type Address } from 'viem'
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { GUARDED_CONTRACTS, OWNED_CONTRACTS } from '@galx/protocol/ownedContracts'
import { accountKindText, proposersFault, readAccountKind, type AccountKind } from '../networks/accounts.ts'
import { hasMainnetRules } from '../networks/knownChains.ts'
import { sharedRoles, type RoleHolders } from '../networks/roleRules.ts'
import { contractAddress, type Place } from './place.ts'
import { ownedContract } from './roles.ts'
import { durationText } from './text.ts'
import type { TimelockState } from './timelockRoles.ts'

export type Power = {
  /** by contract; the zero address: no owner */
  owners: readonly { name: string; owner: Address; nextOwner: Address }[]
  guardians: readonly { name: string; guardian: Address }[]
  signer: Address
  coSigner: Address
  publisher: Address
  /** the end of the claims' pause, unix seconds; 0: no pause */
  claimsPausedUntil: bigint
  proposers: readonly { address: Address; account: AccountKind }[]
}

/** Seconds below which a holder who checks once a day can miss an announcement. */
const SHORT_DELAY = 86_400n

export async function readPower(place: Place, { holders }: TimelockState): Promise<Power> {
  const { read, reader, deployment, stateBlock } = place
  const owners = OWNED_CONTRACTS.map(async (name) => {
    const contract = ownedContract(place, name)
    const [owner, nextOwner] = await Promise.all([
      read({ ...contract, functionName: 'owner' }),
      read({ ...contract, functionName: 'pendingOwner' }),
    ])
    return { name, owner, nextOwner }
  })
  const guardians = GUARDED_CONTRACTS.map(async (name) => ({
    name,
    guardian: await read({ ...ownedContract(place, name), functionName: 'guardian' }),
  }))
  const proposers = holders.proposer.map(async (address) => ({
    address,
    account: await readAccountKind(reader, address, await stateBlock()),
  }))
  const vouchers = { address: contractAddress(deployment, 'RewardVouchers'), abi: rewardVouchersAbi } as const
  const log = { address: contractAddress(deployment, 'EpochLog'), abi: epochLogAbi } as const
  const [signer, coSigner, claimsPausedUntil, publisher, ...rest] = await Promise.all([
    read({ ...vouchers, functionName: 'signer' }),
    read({ ...vouchers, functionName: 'coSigner' }),
    read({ ...vouchers, functionName: 'pausedUntil' }),
    read({ ...log, functionName: 'publisher' }),
    Promise.all(owners),
    Promise.all(guardians),
    Promise.all(proposers),
  ])
  const [owned, guarded, proposing] = rest
  return {
    owners: owned,
    guardians: guarded,
    proposers: proposing,
    signer,
    coSigner,
    publisher,
    claimsPausedUntil,
  }
}

/** A state that the plan for mainnet refuses is a fault on mainnet and a note on other chains. */
export function judgePower(
  { deployment, findings }: Place,
  { owners, guardians, signer, coSigner, publisher, proposers }: Power,
  { delay, holders }: TimelockState,
): void {
  const strict = hasMainnetRules(deployment.network)
  const report = (what: string, text: string) =>
    strict ? findings.fault(what, text) : findings.note(what, text)
  const roles: RoleHolders = [
    ['guardian', guardians.map(({ guardian }) => guardian)],
    ['voucher signer', [signer]],
    ['voucher co-signer', [coSigner]],
    ['epoch publisher', [publisher]],
    ['proposer', holders.proposer],
    ['executor', holders.executor],
  ]
  findings.checked += 2
  for (const line of sharedRoles(roles)) report('roles', line)
  const fault = proposersFault(proposers)
  if (fault) report('Timelock proposers', fault)
  for (const { name, nextOwner } of owners) {
    findings.checked++
    if (nextOwner === zeroAddress) continue
    if (nextOwner.toLowerCase() === contractAddress(deployment, 'Timelock'))
      findings.note(`${name} next owner`, 'is the timelock, which is already the owner')
    else
      findings.fault(
        `${name} next owner`,
        `is ${nextOwner}: this account can become the owner at any time, without another announcement`,
      )
  }
  if (signer === zeroAddress) findings.note('RewardVouchers signer', 'is switched off: no voucher is paid')
  if (coSigner === zeroAddress)
    findings.note('RewardVouchers co-signer', 'is switched off: no voucher is paid')
  if (delay !== undefined && delay > 0n && delay < SHORT_DELAY)
    findings.note('Timelock delay', `is only ${durationText(delay)}`)
}

export function proposerLine({ address, account }: Power['proposers'][number]): string {
  return `${getAddress(address)}: ${accountKindText(account)}`
}
