/** One announced call in words. A call without a sentence here is shown as the contract's function with its values. */
import { POOL_KEYS, TOKEN_SYMBOLS } from '@galx/protocol/products'
import { groupThousands } from '@galx/protocol/units'
import type { WebConfig } from '@galx/protocol/webConfig'
import { amountText } from '../../design/Amount/amountText.ts'
import { bpsText, minuteText, termLength } from '../../staking/format.ts'
import { poolName } from '../../staking/names.ts'
import type { CallParts } from '../../core/chain/announced.ts'
import type { safeTexts } from './texts.ts'

const NOBODY = `0x${'0'.repeat(40)}`

type SafeTexts = ReturnType<typeof safeTexts.current>
type Values = Readonly<Record<string, unknown>>

/** @returns one sentence in the present language, with full addresses */
export function operationWords(
  texts: SafeTexts,
  { target, called, data }: CallParts,
  config: WebConfig,
): string {
  const { words } = texts.timelock
  const contract = nameOf(texts, target)
  if (called === null) return words.unknown(contract, String(data.length / 2 - 1))
  const { name, values } = called
  /** The value of a parameter. Some names in Solidity end with an underscore. */
  const value = (key: string) => values[key] ?? values[`${key}_`]
  const account = (key: string) => addressName(texts, String(value(key)), config)
  switch (name) {
    case 'mint':
      return words.mint(`${amountText(value('amount') as bigint, 18)} ${target}`, account('to'))
    case 'setMinter':
      return words.setMinter(account('minter'), target)
    case 'lowerFee':
      return words.lowerFee(target, bpsText(Number(value('feeRate'))))
    case 'setGuardian':
      return words.setGuardian(account('guardian'), contract)
    case 'setSigner':
      return words.setSigner(account('signer'))
    case 'setCoSigner':
      return words.setCoSigner(account('coSigner'))
    case 'setPublisher':
      return words.setPublisher(account('publisher'))
    case 'disableSigner':
      return words.disableSigner
    case 'disableCoSigner':
      return words.disableCoSigner
    case 'pause':
      return words.pauseClaims
    case 'unpause':
      return words.unpauseClaims
    case 'pauseStaking':
      return words.pauseStaking(poolNamed(value('pool') as bigint, config))
    case 'unpauseStaking':
      return words.unpauseStaking(poolNamed(value('pool') as bigint, config))
    case 'pauseDeposits':
      return words.pauseDeposits
    case 'unpauseDeposits':
      return words.unpauseDeposits
    case 'transferOwnership':
      return words.transferOwnership(contract, account('newOwner'))
    case 'renounceOwnership':
      return words.renounceOwnership(contract)
    case 'createProgram': {
      const token = addressName(texts, String(value('token')), config)
      return words.createProgram(
        `${amountText(value('budgetPerEpoch') as bigint, 18)} ${token}`,
        minuteText(Number(value('start'))),
      )
    }
    case 'createPool': {
      const { stakeToken, rewardToken } = value('configuration') as Values
      return words.createPool(
        addressName(texts, String(stakeToken), config),
        addressName(texts, String(rewardToken), config),
      )
    }
    case 'addRuleset':
      return words.addRuleset(String(value('hash')), groupThousands(String(value('first'))))
    case 'replace':
      return words.replace(groupThousands(String(value('epoch'))), String(value('hash')))
    case 'updateDelay': {
      const { count, unit } = termLength(Number(value('newDelay')))
      return words.updateDelay(texts.timelock.duration(String(count), unit))
    }
    case 'grantRole':
      return words.grantRole(account('account'))
    case 'revokeRole':
      return words.revokeRole(account('account'))
    default:
      return words.plain(contract, name, plainValues(texts, values, config))
  }
}

function nameOf(texts: SafeTexts, target: string): string {
  const { names } = texts.contracts
  return target in names ? names[target as keyof typeof names] : target
}

function poolNamed(id: bigint, { pools }: WebConfig): string {
  const key = POOL_KEYS.find((one) => pools[one]?.id === id.toString())
  return key === undefined ? id.toString() : poolName(key)
}

function addressName(texts: SafeTexts, address: string, { contracts, tokens }: WebConfig): string {
  const wanted = address.toLowerCase()
  if (wanted === NOBODY) return texts.timelock.words.nobody
  const token = TOKEN_SYMBOLS.find((symbol) => tokens[symbol].address.toLowerCase() === wanted)
  if (token !== undefined) return token
  const contract = Object.entries(contracts).find(([, known]) => known.toLowerCase() === wanted)
  return contract === undefined ? address : nameOf(texts, contract[0])
}

function plainValues(texts: SafeTexts, values: Values, config: WebConfig): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${plainValue(texts, value, config)}`)
    .join(texts.join)
}

function plainValue(texts: SafeTexts, value: unknown, config: WebConfig): string {
  if (Array.isArray(value))
    return `[${value.map((item) => plainValue(texts, item, config)).join(texts.join)}]`
  if (value !== null && typeof value === 'object') return `{${plainValues(texts, value as Values, config)}}`
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)) return addressName(texts, value, config)
  return String(value)
}
