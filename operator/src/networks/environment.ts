/** The operator's choices, from the environment. All missing and wrong variables are reported together. */
import { getAddress, isAddress, zeroAddress, type Address } from 'viem'
import { EnvironmentError } from '../deploy/deploymentError.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type Choices = {
  guardian: Address
  voucherSigner: Address
  voucherCoSigner: Address
  epochPublisher: Address
  releaseSigner: Address
  treasury: Address
  proposers: readonly Address[]
  executors: readonly Address[]
}

/**
 * GUARDIAN_ADDRESS, VOUCHER_SIGNER_ADDRESS, VOUCHER_COSIGNER_ADDRESS, EPOCH_PUBLISHER, RELEASE_SIGNER, TREASURY_ADDRESS, TIMELOCK_PROPOSERS
 * (addresses separated by commas) and, unless anyone may execute announced operations, TIMELOCK_EXECUTORS.
 * @throws EnvironmentError naming every variable that is missing or is not an address
 */
export function readChoices(environment: Environment): Choices {
  const faults: string[] = []
  const addresses = (name: string, standard?: Address): Address[] => {
    const text = environment[name]?.trim()
    if (!text) {
      if (standard === undefined) faults.push(`${name} is missing`)
      return standard === undefined ? [] : [standard]
    }
    return text.split(',').flatMap((part) => {
      const address = part.trim()
      // A mixed-case address contains a checksum: an address that does not match it has a typing error.
      if (isAddress(address, { strict: address !== address.toLowerCase() }) && address !== zeroAddress)
        return [getAddress(address)]
      faults.push(`${name}: "${address}" is not an address`)
      return []
    })
  }
  const address = (name: string): Address => {
    const [first, ...rest] = addresses(name)
    if (rest.length > 0) faults.push(`${name} must be one address`)
    return first ?? zeroAddress
  }
  const choices: Choices = {
    guardian: address('GUARDIAN_ADDRESS'),
    voucherSigner: address('VOUCHER_SIGNER_ADDRESS'),
    voucherCoSigner: address('VOUCHER_COSIGNER_ADDRESS'),
    epochPublisher: address('EPOCH_PUBLISHER'),
    releaseSigner: address('RELEASE_SIGNER'),
    treasury: address('TREASURY_ADDRESS'),
    proposers: addresses('TIMELOCK_PROPOSERS'),
    executors: addresses('TIMELOCK_EXECUTORS', zeroAddress),
  }
  if (faults.length > 0) throw new EnvironmentError(`the environment is incomplete: ${faults.join('; ')}`)
  return choices
}
