/** The plan for the embedded chain of `npm start` and of the tests. */
import { parseEther, zeroAddress, type Address, type Hex } from 'viem'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import type { NetworkConfiguration } from './networkConfiguration.ts'
import { publishedPlan } from './publishedTerms.ts'

/** anvil's published test keys: worthless anywhere else, and refused on any chain but the embedded one. */
export const EMBEDDED_DEPLOYER_KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
/** The keys of the accounts that the plan names as voucher signer (number 4), epoch publisher (number 5) and voucher co-signer (number 6). */
export const EMBEDDED_SIGNER_KEY: Hex = '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a'
export const EMBEDDED_PUBLISHER_KEY: Hex =
  '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'
export const EMBEDDED_COSIGNER_KEY: Hex = '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e'
const PUBLISHED_MNEMONIC = 'test test test test test test test test test test test junk'

/** Whether the key is one of the ten default keys of anvil and Hardhat nodes. */
export function isPublishedTestKey(key: Hex): boolean {
  const address = privateKeyToAddress(key)
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].some(
    (addressIndex) => mnemonicToAccount(PUBLISHED_MNEMONIC, { addressIndex }).address === address,
  )
}

const OPERATOR: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' // number 1
const GUARDIAN: Address = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc' // number 2
const TREASURY: Address = '0x90f79bf6eb2c4f870365e785982e1f101e93b906' // number 3
const VOUCHER_SIGNER: Address = '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65' // number 4
const EPOCH_PUBLISHER: Address = '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc' // number 5
const VOUCHER_COSIGNER: Address = '0x976ea74026e726554db657fa54763abd0c3a0aa9' // number 6

const { minDelay, ...terms } = publishedPlan('embedded')

/**
 * In the plan's file the pairs open at these prices: AAA 2 USDT, MCM 0.05, GALX 0.8, BTCB 100 000, BNB 600. Epochs are short, so that a
 * person who tries the product sees a bonus grow. The pools pay a tenth to a third of a percent a day on the demo world's stakes, for 90 days;
 * the AAA pool also receives the fund's fees.
 */
export const embeddedNetwork: NetworkConfiguration = {
  ...terms,
  network: 'embedded',
  chainId: 56,
  development: true,
  salt: 'galx embedded 1',
  guardian: GUARDIAN,
  voucherSigner: VOUCHER_SIGNER,
  voucherCoSigner: VOUCHER_COSIGNER,
  epochPublisher: EPOCH_PUBLISHER,
  treasury: TREASURY,
  timelock: { minDelay, proposers: [OPERATOR], executors: [zeroAddress] },
  existingTokens: {},
  faucet: {
    parcel: {
      USDT: parseEther('1000'),
      AAA: parseEther('5000'),
      MCM: parseEther('20000'),
      GALX: parseEther('10000'),
      BTCB: parseEther('0.1'),
    },
    parcels: 5_000n,
  },
}

/**
 * The same plan with longer epochs, for a chain whose clock moves by weeks: each epoch must be closed. The amount that vests in an hour does not
 * change.
 * @param seconds whole minutes
 */
export function embeddedNetworkWithEpochs(seconds: number): NetworkConfiguration {
  const longer = BigInt(seconds / terms.epochDuration)
  const programs = Object.entries(embeddedNetwork.programs).map(([key, plan]) => [
    key,
    { ...plan, budgetPerEpoch: plan.budgetPerEpoch * longer },
  ])
  return {
    ...embeddedNetwork,
    epochDuration: seconds,
    programs: Object.fromEntries(programs) as NetworkConfiguration['programs'],
  }
}
