import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { anvilBinary } from '../src/chain/anvilBinary.ts'

it('finds the build for this machine', () => {
  expect(existsSync(anvilBinary())).toBe(true)
})

it('takes no other processor’s build for one that there is none for', () => {
  expect(() => anvilBinary('linux', 'riscv64')).toThrow(
    'The embedded chain has no build for this machine: @foundry-rs/anvil-linux-riscv64 is not installed',
  )
})
