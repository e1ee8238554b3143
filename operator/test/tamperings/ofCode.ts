/** Chains on which a contract has other code, with deployment files that match as far as possible. */
import { keccak256, type Hex } from 'viem'
import type { Deployment } from '@galx/protocol/deployment'
import { STRANGER, type LiveDeployment } from '../support/liveDeployment.ts'
import { changed, type Tampering } from './tampering.ts'

/** Replaces a contract's code. @returns a deployment file with the hash of the new code */
async function exchangeCode(
  world: LiveDeployment,
  name: keyof Deployment['contracts'],
  code: Hex,
): Promise<Deployment> {
  await world.rpc('anvil_setCode', world.contract(name), code)
  return changed(world, ({ contracts }) => (contracts[name]!.codeHash = keccak256(code)))
}

const ANYTHING: Hex = '0x6001600101'

export const TAMPERINGS_OF_CODE: Tampering[] = [
  {
    what: 'exchanged code whose hash is in the file',
    tamper: (world) => exchangeCode(world, 'Levels', ANYTHING),
    wrong: /^Levels has code at 0x\w+ that differs from the published build$/,
  },
  {
    what: 'exchanged code whose hash is in the file, without constructor arguments',
    tamper: async (world) => {
      const file = await exchangeCode(world, 'AaaFund', ANYTHING)
      delete file.contracts.AaaFund!.constructorArguments
      return file
    },
    wrong: /^AaaFund has no constructor arguments in the deployment file: nothing ties 0x/,
  },
  {
    what: 'a contract’s own code with another owner written into it',
    tamper: async (world) => {
      const code = await world.reader.getCode({ address: world.contract('AaaFund') })
      const other = code!.replaceAll(world.contract('StakingPools').slice(2), STRANGER.slice(2)) as Hex
      return exchangeCode(world, 'AaaFund', other)
    },
    wrong: /^AaaFund has code at 0x\w+ that differs from the published build$/,
  },
  {
    what: 'a Multicall3 that lies',
    tamper: (world) => exchangeCode(world, 'Multicall3', ANYTHING),
    wrong: /^Multicall3 does not have Multicall3's code at 0xca11/,
  },
  {
    what: 'missing code',
    tamper: async (world) => {
      await world.rpc('anvil_setCode', world.contract('AaaFund'), '0x')
      return world.deployment
    },
    wrong: /^AaaFund has no code at 0x/,
  },
]
