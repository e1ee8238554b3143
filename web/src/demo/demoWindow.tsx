/**
 * The demo wallet's window, outside the app's own tree like a real wallet: a native modal dialog, which lies above
 * all open parts of the app. It is added to the page again each time, so that the app's open sheets treat it as foreign.
 */
import type { WebConfig } from '@galx/protocol/webConfig'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import styles from './demo.module.css'
import { lazyWithRetry } from '../design/lazy.tsx'
import { SectionBoundary } from '../design/Section/SectionBoundary.tsx'
import { DemoQuestion } from './DemoQuestion.tsx'
import { useQuestions } from './questions.ts'
import { demoTexts } from './texts.ts'

const DemoPanel = lazyWithRetry(async () => ({ default: (await import('./DemoPanel.tsx')).DemoPanel }))

const DemoBatch = lazyWithRetry(async () => ({ default: (await import('./DemoBatch.tsx')).DemoBatch }))

let mounted: WebConfig | null = null
let panelOpen = false
let close: (() => void) | null = null

/** Shows a window whenever the wallet has a question. */
export function mountDemoWindow(config: WebConfig): void {
  if (mounted !== null) return
  mounted = config
  useQuestions.subscribe(render)
}

export function showDemoPanel(): void {
  panelOpen = true
  render()
}

function render(): void {
  const { open, shownBatch } = useQuestions.getState()
  if (open.length === 0 && shownBatch === null && !panelOpen) {
    close?.()
    return
  }
  if (close === null) close = openWindow()
}

function openWindow(): () => void {
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  const root = createRoot(dialog)
  // Up to Safari 15.3 there is no native modal dialog.
  const modal = typeof dialog.showModal === 'function'
  const hide = () => {
    root.unmount()
    if (modal) dialog.close()
    dialog.remove()
    close = null
  }
  // Escape declines the present question.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    const [first] = useQuestions.getState().open
    if (first) first.answer(false)
    else if (useQuestions.getState().shownBatch !== null) closeBatch()
    else closePanel()
  })
  if (styles.dialog !== undefined) dialog.className = styles.dialog
  const name = (title: string) => dialog.setAttribute('aria-label', title)
  root.render(<DemoWindow name={name} />)
  if (modal) dialog.showModal()
  else dialog.setAttribute('open', '')
  return hide
}

function closePanel(): void {
  panelOpen = false
  render()
}

function closeBatch(): void {
  useQuestions.setState({ shownBatch: null })
}

function DemoWindow({ name }: { name: (title: string) => void }) {
  const { open, shownBatch } = useQuestions()
  const [first] = open
  if (mounted === null) return null
  const content = first ? (
    <DemoQuestion
      name={name}
      config={mounted}
      question={first.question}
      waiting={open.length - 1}
      answer={first.answer}
    />
  ) : shownBatch !== null ? (
    <DemoBatch key={shownBatch} name={name} config={mounted} id={shownBatch} close={closeBatch} />
  ) : (
    <DemoPanel name={name} close={closePanel} />
  )
  return (
    <SectionBoundary name={demoTexts().name}>
      <Suspense fallback={null}>{content}</Suspense>
    </SectionBoundary>
  )
}
