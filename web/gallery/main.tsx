import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../src/design/tokens.css'
import '../src/design/base.css'
import { setEffects } from '../src/core/state/effects.ts'
import { toast } from '../src/design/Toast/toast.ts'
import { startLanguage } from '../src/i18n/texts.ts'
import { chooseTheme, currentTheme } from '../src/shell/theme.ts'
import { Gallery } from './Gallery.tsx'

// Each product adds the colours of its pools.
import.meta.glob('../src/products/*/colours.css', { eager: true })

setEffects({ notify: (text) => toast(text), navigate: (path) => toast(path) })
chooseTheme(currentTheme())
await startLanguage()
const root = document.getElementById('root')
if (root === null) throw new Error('gallery/index.html has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
)
