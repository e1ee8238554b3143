import { useState } from 'react'
import type { Position } from '../core/chain/chainStore.ts'
import { useConfig } from '../core/config/configStore.ts'
import type { Intent } from '../core/transactions/intent.ts'
import { runTransaction } from '../core/transactions/runTransaction.ts'
import { Sheet } from '../design/Sheet/Sheet.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { EarlyExitForm } from './EarlyExitForm.tsx'
import { EmergencyExit } from './EmergencyExit.tsx'
import { isLocked, isRest } from './positionModel.ts'
import { sheetTexts } from './sheetTexts.ts'
import { UnstakeForm } from './UnstakeForm.tsx'
import { useChainNow } from './useChainNow.ts'

export type PositionSheetProps = {
  position: Position
  open: boolean
  onClose: () => void
}

/**
 * Withdraws a position and shows the result before anything is signed: by an early exit while the position is locked, in part or whole
 * after the lock. A quiet button opens the emergency exit, for when nothing else works.
 */
export default function PositionSheet({ position, open, onClose }: PositionSheetProps) {
  const texts = useTexts(sheetTexts)
  const pool = useConfig()?.pools[position.pool]
  const now = useChainNow(1_000)
  const [emergency, setEmergency] = useState(false)
  // The sheet always opens with the usual exit. While it closes, its content stays.
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setEmergency(false)
  }
  const rest = isRest(position)
  const way = emergency || rest ? 'emergency' : now !== null && isLocked(position, now) ? 'early' : 'unstake'

  // The transaction has its own sheet. Two stacked sheets would hide the transaction to sign.
  const send = (intent: Intent) => {
    onClose()
    void runTransaction(intent)
  }
  // Each position has its own form: text typed for one position is not kept for the next.
  const key = `${position.pool}-${position.position}`

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={texts[emergency ? 'emergency' : rest ? 'unstake' : way].title}
    >
      {pool === undefined ? null : way === 'emergency' ? (
        <EmergencyExit
          position={position}
          pool={pool}
          onBack={rest ? undefined : () => setEmergency(false)}
          onSend={send}
        />
      ) : way === 'early' ? (
        <EarlyExitForm key={key} position={position} pool={pool} onSend={send} />
      ) : (
        <UnstakeForm
          key={key}
          position={position}
          pool={pool}
          onEmergency={() => setEmergency(true)}
          onSend={send}
        />
      )}
    </Sheet>
  )
}
