/** How far a price may move before a swap reverts, and until when it is valid: remembered in this browser. */
import { create } from 'zustand'
import { readStored, writeStored } from '../../core/state/storage.ts'

export type SwapSettings = {
  /** basis points, 1 to MOST_SLIPPAGE */
  slippageBps: number
  /** minutes, 1 to MOST_MINUTES */
  minutes: number
}

/** More than this invites bots that watch for swaps and trade against them. */
const MOST_SLIPPAGE = 500
export const MOST_MINUTES = 120

const KEY = 'galx_swap_settings'
const DEFAULTS: SwapSettings = { slippageBps: 50, minutes: 20 }

export function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most
}

/** What was remembered; what cannot be read or is out of its range is the default. */
export function storedSettings(): SwapSettings {
  let stored: Partial<Record<keyof SwapSettings, unknown>> = {}
  try {
    stored = (JSON.parse(readStored(KEY) ?? '{}') ?? {}) as typeof stored
  } catch {
    // Not ours: the defaults.
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

/** Percent as typed ("0.5") in basis points; null for what is no slippage that may be chosen. */
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
