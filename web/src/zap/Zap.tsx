import { lazyWithRetry } from '../design/lazy.tsx'
import type { ZapPart, ZapProps } from '../staking/zapProps.ts'
import { PayRow } from './PayRow.tsx'

// Needed only once another token is chosen.
const ZapAmount = lazyWithRetry(() => import('./ZapAmount.tsx'))
const ZapRest = lazyWithRetry(() => import('./ZapRest.tsx'))

/** One part of a stake that another token pays. */
export default function Zap({ part, ...props }: ZapProps & { part: ZapPart }) {
  if (part === 'amount') return <ZapAmount {...props} />
  // Each token has its own confirmation.
  if (part === 'rest') return <ZapRest key={props.coin} {...props} />
  return <PayRow {...props} />
}
