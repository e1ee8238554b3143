/** What every step of a deployment is made from. */
import type { Address } from 'viem'
import type { NetworkConfiguration } from '../networks/networkConfiguration.ts'
import type { AddressBook } from './addressBook.ts'

export type PlanContext = {
  configuration: NetworkConfiguration
  deployer: Address
  book: AddressBook
  /** unix seconds: what 'deployment' means where a plan says so */
  now: bigint
}
