import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './design/tokens.css'
import './design/base.css'
import './shell/boot.css'
import { startLanguage } from './i18n/texts.ts'
import { pageAt, preloadPage } from './routes/routes.ts'
import { App } from './shell/App.tsx'
import { currentLocation, goTo } from './shell/navigation/appHistory.ts'
import { toast } from './shell/toast.ts'
import { startApp } from './app/startApp.ts'
import type { NoticeKind } from './core/state/effects.ts'

// Each product adds the colours of its pools.
import.meta.glob('./products/*/colours.css', { eager: true })

const toastKinds = { info: 'info', success: 'good', error: 'bad' } as const satisfies Record<
  NoticeKind,
  string
>

// Runs before the router reads the first address: the saved invite code belongs to an earlier visit.
startApp({
  notify: (text, { kind, duration }) => toast(text, { kind: toastKinds[kind], duration }),
  navigate: goTo,
})

async function show() {
  // Waits for texts and page together: index.html's own picture stays until a whole page can replace it.
  await Promise.all([
    startLanguage(),
    preloadPage(currentLocation().pathname),
    'at' in [] || import('./builtIns/at.ts'),
  ])
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no element with the id root')
  // In a transition React draws in slices, and a phone can answer taps between the slices.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App pageAt={pageAt} />
      </StrictMode>,
    ),
  )
}

void show()
