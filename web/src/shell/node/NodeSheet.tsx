import { Suspense } from 'react'
import { lazyWithRetry } from '../../design/lazy.tsx'
import { SectionBoundary } from '../../design/Section/SectionBoundary.tsx'
import { Sheet } from '../../design/Sheet/Sheet.tsx'
import { Skeleton } from '../../design/Skeleton/Skeleton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { closeSheet, useShellStore } from '../shellStore.ts'
import { nodeTexts } from './texts.ts'

const NodeForm = lazyWithRetry(() => import('./NodeForm.tsx'))

/** The choice of the node from which the chain is read. */
export function NodeSheet() {
  const { title } = useTexts(nodeTexts)
  const open = useShellStore(({ sheet }) => sheet === 'node')
  return (
    <Sheet open={open} onClose={() => closeSheet('node')} title={title}>
      {open && (
        <SectionBoundary name={title}>
          <Suspense fallback={<Skeleton shape="block" height="320px" />}>
            <NodeForm />
          </Suspense>
        </SectionBoundary>
      )}
    </Sheet>
  )
}
