/**
 * Checks an account's bonuses without trust in the API: the epoch's file against the hash in EpochLog, the bonus against its points, and each voucher
 * against the file. Exits with 1 if something is wrong.
 */
import { epochLogAbi } from '@galx/protocol/abi/EpochLog'
import { createApiClient, type Client } from '@galx/protocol/client/client'
import type { BonusHistoryData, BonusHistoryItem, ProgramKey } from '@galx/protocol/client/operations'
import { isAddress, keccak256, stringToHex } from 'viem'
import { LOCAL, openApp, usage } from './app.ts'

const [account = '', origin = LOCAL] = process.argv.slice(2)
if (!isAddress(account)) usage('verifyBonus.ts ACCOUNT [ORIGIN]')
const address = account.toLowerCase()
const { config, chain } = await openApp(origin)
const client = createApiClient({
  url: { main: config.apiUrl || origin, btc: config.btcApiUrl || origin },
})

const { programs } = await client.call('getBonuses', { query: { address } })
for (const { program, voucher } of programs) {
  if (voucher === null) continue
  const fault = await faultOf(client, program, BigInt(voucher.cumulative))
  console.log(`${fault === null ? 'good' : 'WRONG'}: ${voucher.cumulative} wei of ${program}${fault ?? ''}`)
  if (fault !== null) process.exitCode = 1
}

/** @returns the voucher's fault; null if the voucher is right */
async function faultOf(api: Client, program: ProgramKey, cumulative: bigint): Promise<string | null> {
  const item = await epochOf(api, program, cumulative)
  if (item === null) return ': no published epoch has this sum'
  const { epoch } = item

  const header = await api.call('getEpochsEpochHeader', { path: { epoch } })
  const { hash } = await chain.readContract({
    address: config.contracts.EpochLog,
    abi: epochLogAbi,
    functionName: 'epochAt',
    args: [BigInt(epoch)],
  })
  if (hashOf(header) !== hash) return `: the header of epoch ${epoch} has another hash than EpochLog`
  const lines = header.split('\n').map((line) => line.split(' '))

  const part = address.slice(2, 4)
  const rows = await api.call('getEpochsEpochPartsPart', { path: { epoch, part } })
  const named = lines.find(([word, byte]) => word === 'part' && byte === part)
  if (hashOf(rows) !== named?.[3]) return `: part ${part} of epoch ${epoch} has another hash than its header`
  const row = rows.split('\n').find((line) => line.startsWith(`${address} ${program} `))
  const [points, bonus, sum] = (row ?? '').split(' ').slice(2).map(BigInt)
  if (points === undefined || bonus === undefined) return `: epoch ${epoch} has no row of the account`
  if (sum !== cumulative) return `: epoch ${epoch} has ${sum} wei`

  const total = lines.find(([word, key]) => word === 'program' && key === program) ?? []
  const [grantable, allPoints] = [BigInt(total[3] ?? 0), BigInt(total[4] ?? 0)]
  // The points of `promotion` are the owed wei, so it pays no more than all of them.
  const paid = program === 'promotion' && allPoints < grantable ? allPoints : grantable
  const due = allPoints === 0n ? 0n : (paid * points) / allPoints
  return bonus === due ? null : `: epoch ${epoch} grants ${bonus} wei, and its points give ${due}`
}

/** The newest published epoch in which the account's bonuses add up to the sum. */
async function epochOf(
  api: Client,
  program: ProgramKey,
  cumulative: bigint,
): Promise<BonusHistoryItem | null> {
  let before: number | null = null
  do {
    const query = { address, program, limit: 100 }
    const page: BonusHistoryData = await api.call('getBonusHistory', {
      query: before === null ? query : { ...query, before },
    })
    const found = page.list.find((item) => item.published && BigInt(item.cumulative) === cumulative)
    if (found !== undefined) return found
    before = page.next
  } while (before !== null)
  return null
}

function hashOf(text: string): string {
  return keccak256(stringToHex(text))
}
