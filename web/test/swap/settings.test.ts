import { beforeEach, describe, expect, it } from 'vitest'
import { changeSettings, readSlippage, storedSettings } from '../../src/swap/settings.ts'

describe('settings', () => {
  beforeEach(() => window.localStorage.clear())

  it('are stored, and fall back to defaults if the stored value is invalid', () => {
    expect(storedSettings()).toEqual({ slippageBps: 50, minutes: 20 })
    changeSettings({ slippageBps: 120, minutes: 5 })
    expect(storedSettings()).toEqual({ slippageBps: 120, minutes: 5 })
    for (const bad of ['{', 'null', '{"slippageBps":9999,"minutes":"5"}', '[]']) {
      window.localStorage.setItem('galx_swap_settings', bad)
      expect(storedSettings()).toEqual({ slippageBps: 50, minutes: 20 })
    }
  })

  it('accept a slippage from 0.01 to 5 % with a point or a comma', () => {
    expect(['0.5', '0,5', '5', '0.01', '3.25'].map(readSlippage)).toEqual([50, 50, 500, 1, 325])
    for (const bad of ['', '0', '5.01', '6', '-1', '0.001', 'x']) expect(readSlippage(bad)).toBeNull()
  })
})
