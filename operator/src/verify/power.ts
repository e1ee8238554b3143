/** Who holds power over the deployment, and what about it is worth a look. */
import { getAddress, zeroAddress, type Address } from 'viem'
import { rewardVouchersAbi } from '@galx/protocol/abi/RewardVouchers'
import { type znVaultAbi } from '@galx/protocol/abi/ZnVault'
import { accountKindText, proposersFault, readAccountKind, type AccountKind } from '../networks/accounts.ts'
import { sharedRoles, type RoleHolders } from '../networks/roleRules.ts'
import { contractAddress, type Place } from './place.ts'
import { OWNED } from './roles.ts'
import { durationText } from './text.ts'
import type { TimelockState } from './timelockRoles.ts'

export type Power = {
  /** by contract, the zero address: nobody */
  owners: readonly { name: string; owner: Address; guardian: Address }[]
  signer: Address
  claimsPaused: boolean
  proposers: readonly { address: Address; account: AccountKind }[]
}

/** Below this a holder who looks once a day can miss an announcement, seconds. */
const SHORT_DELAY = 86_400n

export async function readPower(place: Place, { holders }: TimelockState): Promise<Power> {
  const { read, reader, deployment, block } = place
  const owners = OWNED.map(async ([name, abi]) => {
    const contract = { address: contractAddress(deployment, name), abi: abi as typeof znVaultAbi } as const
    const [owner, guardian] = await Promise.all([
      read({ ...contract, functionName: 'owner' }),
      read({ ...contract, functionName: 'guardian' }),
    ])
    return { name, owner, guardian }
  })
  const proposers = holders.proposer.map(async (address) => ({
    address,
    account: await readAccountKind(reader, address, block.number),
  }))
  const vouchers = { address: contractAddress(deployment, 'RewardVouchers'), abi: rewardVouchersAbi } as const
  const [signer, claimsPaused, ...rest] = await Promise.all([
    read({ ...vouchers, functionName: 'signer' }),
    read({ ...vouchers, functionName: 'paused' }),
    Promise.all(owners),
    Promise.all(proposers),
  ])
  return { owners: rest[0], signer, claimsPaused, proposers: rest[1] }
}

/** What the plan for mainnet refuses is a fault there and worth a look elsewhere. */
export function judgePower(
  { deployment, findings }: Place,
  { owners, signer, proposers }: Power,
  { delay, holders }: TimelockState,
): void {
  const strict = deployment.network === 'mainnet'
  const tell = (what: string, text: string) =>
    strict ? findings.fault(what, text) : findings.note(what, text)
  const roles: RoleHolders = [
    ['guardian', owners.map(({ guardian }) => guardian)],
    ['voucher signer', [signer]],
    ['proposer', holders.proposer],
    ['executor', holders.executor],
  ]
  findings.checked += 2
  for (const line of sharedRoles(roles)) tell('roles', line)
  const fault = proposersFault(proposers)
  if (fault) tell('Timelock proposers', fault)
  if (signer === zeroAddress) findings.note('RewardVouchers signer', 'is switched off: no voucher is paid')
  if (delay !== undefined && delay > 0n && delay < SHORT_DELAY)
    findings.note('Timelock delay', `is only ${durationText(delay)}`)
}

export const proposerLine = ({ address, account }: Power['proposers'][number]): string =>
  `${getAddress(address)}: ${accountKindText(account)}`
