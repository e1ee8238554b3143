/** The inputs of every step of a deployment. */
import type { Address } from 'viem'
import type { NetworkConfiguration } from '../networks/networkConfiguration.ts'
import type { AddressBook } from './addressBook.ts'

export type PlanContext = {
  configuration: NetworkConfiguration
  deployer: Address
  book: AddressBook
  /** unix seconds: the meaning of 'deployment' in a plan */
  now: bigint
}
