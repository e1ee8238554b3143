/** The parts with which another token pays a stake. They load with a connected account. */
import { lazyOrFallback } from '../design/lazy.tsx'

export const ZAP = lazyOrFallback(() => import('./Zap.tsx'))
