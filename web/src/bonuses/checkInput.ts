import type { AccountEpochData, AccountProgram } from '@galx/protocol/http/bonuses'
import type { RulesetJson } from '@galx/protocol/rulesets'
import type { WebConfig } from '@galx/protocol/webConfig'
import { getBonuses, getBonusHistory } from '../core/api/bonusApi.ts'
import type { CheckInput } from './check/input.ts'

/** The check's input besides the shown figures. Asks the server for the voucher, and for the last epoch that changed the account's total. */
export async function checkInput(
  { epoch, address, from, to, asOf }: AccountEpochData,
  shown: AccountProgram,
  config: WebConfig,
): Promise<CheckInput> {
  const { program } = shown
  const [before, bonuses] = await Promise.all([
    getBonusHistory({ address, program, before: epoch, limit: 1 }).catch(() => null),
    getBonuses(address).catch(() => null),
  ])
  const { apiUrl, rpcUrl, chainId, genesisHash, contracts, programs, rulesets } = config
  return {
    account: address,
    epoch,
    from,
    to,
    shown,
    block: asOf?.block ?? null,
    previous: before === null ? undefined : (before.list[0]?.epoch ?? null),
    newest: bonuses?.programs.find((one) => one.program === program),
    // A worker has no page, so it cannot resolve a relative address.
    apiUrl: apiUrl === '' ? location.origin : apiUrl,
    rpcUrl: new URL(rpcUrl, location.href).href,
    chainId,
    genesisHash,
    contracts,
    programId: programs[program] ?? '',
    // The check itself compares the rulesets with the chain.
    rulesets: rulesets as readonly RulesetJson[],
  }
}
