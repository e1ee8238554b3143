/** The parts of the file for Safe's Transaction Builder that need no node. */
import type { AbiFunction } from 'viem'
import { expect, it } from 'vitest'
import { CALL_PLANS, ROLE_CALLS } from '@galx/protocol/clearSigning/plans'
import { checksumOf } from '../src/safe/builderFile.ts'
import { POWERS } from '../src/safe/powers.ts'

/** The file and the checksum of the Transaction Builder's own test suite (safe-global/safe-react-apps, checksum.test.ts). */
const PUBLISHED_FILE = {
  version: '1.0',
  chainId: '4',
  createdAt: 1646321521061,
  meta: {
    name: 'test batch file',
    txBuilderVersion: '1.4.0',
    checksum: '',
    createdFromSafeAddress: '0xDF8a1Ce35c9a6ACE153B4e0767942f1E2291a1Aa',
    createdFromOwnerAddress: '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6',
  },
  transactions: [
    {
      to: '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6',
      value: '0',
      contractMethod: {
        inputs: [{ internalType: 'address', name: 'paramAddress', type: 'address' }],
        name: 'testAddress',
        payable: false,
      },
      contractInputsValues: { paramAddress: '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6' },
    },
    {
      to: '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6',
      value: '0',
      contractMethod: {
        inputs: [{ internalType: 'bool', name: 'paramBool', type: 'bool' }],
        name: 'testBool',
        payable: false,
      },
      contractInputsValues: { paramAddress: '', paramBool: 'false' },
    },
    {
      to: '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6',
      value: '2000000000000000000',
      data: '0x42f4579000000000000000000000000049d4450977e2c95362c13d3a31a09311e0ea26a6',
    },
  ],
}

it('computes the checksum of the Transaction Builder’s own test file', () => {
  expect(checksumOf(PUBLISHED_FILE as never)).toBe(
    '0x86c81826dbf7e8a37612153294cc85fdf5c81998dd0a44b86d945502a7eace7c',
  )
  const { meta, ...rest } = PUBLISHED_FILE
  const { checksum: _, ...unchecked } = meta
  expect(checksumOf({ ...rest, meta: { ...unchecked, name: 'renamed' } } as never)).toBe(
    checksumOf({ ...rest, meta: unchecked } as never),
  )
})

it('lists every power of owner, guardian and proposer once, and no function that is open to everybody', () => {
  const names = POWERS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining([
      'StakingPools.createPool',
      'StakingPools.pauseStaking',
      'StakingPools.unpauseStaking',
      'RewardVouchers.createProgram',
      'RewardVouchers.setCoSigner',
      'RewardVouchers.setSigner',
      'RewardVouchers.disableCoSigner',
      'RewardVouchers.disableSigner',
      'EpochLog.replace',
      'EpochLog.addRuleset',
      'EpochLog.setPublisher',
      'ZnVault.setGuardian',
      'Timelock.cancel',
      'Timelock.grantRole',
      'Timelock.updateDelay',
      'AAA.lowerFee',
      'GALX.mint',
      'MCM.setMinter',
    ]),
  )
  const open = Object.values(CALL_PLANS).flatMap((plans) => Object.keys(plans))
  const openHere = POWERS.filter(
    ({ name, contract, item }) =>
      open.includes((item as AbiFunction).name) &&
      !ROLE_CALLS.has(name) &&
      contract !== 'GALX' &&
      contract !== 'MCM',
  )
  expect(openHere.map(({ name }) => name)).toEqual([])
})
