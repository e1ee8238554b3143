/** Parts that only pools with terms need. A page with such pools passes them to the kit; other pages do not load them. */
import { FreeCard } from './FreeCard.tsx'
import { LockedCard } from './LockedCard.tsx'
import { TierPicker } from './TierPicker.tsx'

export const TERM_PARTS = { FreeCard, LockedCard, TierPicker }

export type TermParts = typeof TERM_PARTS
