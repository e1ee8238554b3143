import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './design/tokens.css'
import './design/base.css'
import './shell/boot.css'
import { startLanguage } from './i18n/texts.ts'
import { App } from './shell/App.tsx'
import { goTo } from './shell/navigation/appHistory.ts'
import { toast } from './shell/toast.ts'
import { startApp } from './state/startApp.ts'
import type { NoticeKind } from './state/effects.ts'

const toastKinds = { info: 'info', success: 'good', error: 'bad' } as const satisfies Record<
  NoticeKind,
  string
>

// Before the router looks at the first address: the saved invite code belongs to an earlier visit.
startApp({
  notify: (text, { kind, duration }) => toast(text, { kind: toastKinds[kind], duration }),
  navigate: goTo,
})

async function show() {
  await startLanguage()
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no element with the id root')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

void show()
