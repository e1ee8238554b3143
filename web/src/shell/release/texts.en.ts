import type { Translation } from '../../i18n/texts.ts'
import type chinese from './texts.zh.ts'

export default {
  version: (version) => `Version ${version} · status`,
  unsafe: (version, least) =>
    `This version of the app (${version}) is no longer safe: version ${least} or later is needed. You were not signed in. Reload the page; if it stays the same, compare versions on the Security page.`,
  look: 'Compare versions',
  newer: 'There is a new version of the app. Reload to use it; running transactions are not affected.',
} satisfies Translation<typeof chinese>
