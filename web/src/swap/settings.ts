/** The price change at which a swap reverts, and the time for which a swap is valid. Both are stored in this browser. */
import { create } from 'zustand'
import { readStored, writeStored } from '../core/state/storage.ts'

export type SwapSettings = {
  /** basis points, 1 to MOST_SLIPPAGE */
  slippageBps: number
  /** minutes, 1 to MOST_MINUTES */
  minutes: number
}

/** A higher slippage invites bots that trade against waiting swaps. */
const MOST_SLIPPAGE = 500
export const MOST_MINUTES = 120

const KEY = 'galx_swap_settings'
const DEFAULTS: SwapSettings = { slippageBps: 50, minutes: 20 }

export function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most
}

/** The stored settings; an unreadable value, or a value out of range, becomes the default. */
export function storedSettings(): SwapSettings {
  let stored: Partial<Record<keyof SwapSettings, unknown>> = {}
  try {
    stored = (JSON.parse(readStored(KEY) ?? '{}') ?? {}) as typeof stored
  } catch {
    // Not in our format: the defaults apply.
  }
  const { slippageBps, minutes } = stored
  return {
    slippageBps: isWithin(slippageBps, MOST_SLIPPAGE) ? slippageBps : DEFAULTS.slippageBps,
    minutes: isWithin(minutes, MOST_MINUTES) ? minutes : DEFAULTS.minutes,
  }
}

export const useSwapSettings = create<SwapSettings>()(storedSettings)

export function changeSettings(change: Partial<SwapSettings>): void {
  useSwapSettings.setState(change)
  const { slippageBps, minutes } = useSwapSettings.getState()
  writeStored(KEY, JSON.stringify({ slippageBps, minutes }))
}

/** A typed percentage ("0.5") in basis points; null for an invalid slippage. */
export function readSlippage(text: string): number | null {
  const match = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  if (!match) return null
  const bps = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return isWithin(bps, MOST_SLIPPAGE) ? bps : null
}

/** Basis points as percent: 50 → "0.5". */
export function slippageText(bps: number): string {
  return String(bps / 100)
}
