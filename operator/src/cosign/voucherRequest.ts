/** Reads the typed data of an `eth_signTypedData_v4` call, which must be a voucher of one deployment. */
import { isAddress, isAddressEqual, type Address } from 'viem'
import { VOUCHER_TYPES, voucherDomain, type Voucher } from '@galx/protocol/voucher'

const MAXIMUM_UINT256 = 2n ** 256n - 1n

/** The type EIP712Domain, with the fields of the contract's domain. */
const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

/** The typed data is not a voucher of this deployment. The message gives the reason. */
export class NoVoucherError extends Error {
  override name = 'NoVoucherError'
}

/**
 * @param text typed data as JSON; the message's numbers are decimal text
 * @param contract RewardVouchers of that chain
 * @throws NoVoucherError unless the data is exactly a voucher: for another domain, another type, an extra field or a missing field
 */
export function readVoucherRequest(text: unknown, chainId: number, contract: Address): Voucher {
  const { types, domain, primaryType, message } = exactly(
    parse(text),
    ['types', 'domain', 'primaryType', 'message'],
    'the typed data',
  )
  if (primaryType !== 'Voucher') throw new NoVoucherError('the typed data is not a Voucher')
  const asked = exactly(types, ['EIP712Domain', 'Voucher'], 'the list of types')
  assertType(asked.EIP712Domain, DOMAIN_TYPE, 'EIP712Domain')
  assertType(asked.Voucher, VOUCHER_TYPES.Voucher, 'Voucher')
  assertDomain(domain, chainId, contract)
  const names = VOUCHER_TYPES.Voucher.map(({ name }) => name)
  const fields = exactly(message, names, 'the voucher')
  if (!isAccount(fields.account)) throw new NoVoucherError('the voucher’s account is not an address')
  return {
    program: amount(fields.program, 'program'),
    account: fields.account.toLowerCase() as Address,
    cumulative: amount(fields.cumulative, 'cumulative'),
    deadline: amount(fields.deadline, 'deadline'),
    signersNonce: amount(fields.signersNonce, 'signersNonce'),
  }
}

function parse(text: unknown): unknown {
  if (typeof text !== 'string') throw new NoVoucherError('the typed data is not JSON text')
  try {
    return JSON.parse(text)
  } catch {
    throw new NoVoucherError('the typed data is not JSON text')
  }
}

/** An object with exactly these fields. */
function exactly<const Name extends string>(
  value: unknown,
  names: readonly Name[],
  what: string,
): Record<Name, unknown> {
  const found = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
  const isRight = found.length === names.length && names.every((name) => found.includes(name))
  if (!isRight) throw new NoVoucherError(`${what} does not have exactly the fields ${names.join(', ')}`)
  return value as Record<Name, unknown>
}

/** The names, the types and their order must match, because EIP-712 hashes all three. */
function assertType(
  found: unknown,
  expected: readonly { readonly name: string; readonly type: string }[],
  name: string,
): void {
  const text = (list: readonly unknown[]) =>
    list.map((field) => {
      const one = exactly(field, ['name', 'type'], `a field of the type ${name}`)
      return `${String(one.type)} ${String(one.name)}`
    })
  if (!Array.isArray(found) || text(found).join() !== text(expected).join())
    throw new NoVoucherError(`the type ${name} does not have the fields of the contract's type`)
}

function assertDomain(found: unknown, chainId: number, contract: Address): void {
  const expected = voucherDomain(chainId, contract)
  const domain = exactly(found, ['name', 'version', 'chainId', 'verifyingContract'], 'the domain')
  if (domain.name !== expected.name || domain.version !== expected.version)
    throw new NoVoucherError("the domain's name or version is not RewardVouchers'")
  if (domain.chainId !== chainId && domain.chainId !== String(chainId))
    throw new NoVoucherError(`the domain’s chain is not ${chainId}`)
  if (!isAccount(domain.verifyingContract) || !isAddressEqual(domain.verifyingContract, contract))
    throw new NoVoucherError(`the domain’s contract is not ${contract}`)
}

function isAccount(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value, { strict: false })
}

function amount(value: unknown, name: string): bigint {
  if (typeof value !== 'string' || !/^(0|[1-9][0-9]{0,77})$/.test(value) || BigInt(value) > MAXIMUM_UINT256)
    throw new NoVoucherError(`the voucher’s ${name} is not a whole number as decimal text`)
  return BigInt(value)
}
