/** What only pools with terms need. A page with such pools hands it to the kit; other pages load none of it. */
import { FreeCard } from './FreeCard.tsx'
import { LockedCard } from './LockedCard.tsx'
import { TierPicker } from './TierPicker.tsx'

export const TERM_PARTS = { FreeCard, LockedCard, TierPicker }

export type TermParts = typeof TERM_PARTS
