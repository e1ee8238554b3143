import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'
import { LANGUAGES } from '../../packages/protocol/src/languages.ts'

/**
 * Leaves the app's start to public/boot.js: the built page only preloads the scripts, instead of running them
 * before the first paint. In the development server the page runs them itself. Files that only some visits need (the texts
 * of one language, the other pages) are named on boot.js's own tag, and boot.js loads the files of this visit. The bundler copies boot.js
 * unchanged, so its comments are removed here. version.json names the script that starts the app: an open page
 * compares that name with its own script (core/release).
 */
export function startAfterPaint(): Plugin {
  return {
    name: 'galx-start-after-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
        const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/g
        if (!script.test(page)) throw new Error('index.html: the built page has no module script to start')
        const chunk = (name: string) => {
          const found = Object.values(bundle).find((item) => item.type === 'chunk' && item.name === name)
          if (found === undefined) throw new Error(`The build has no chunk ${name}`)
          return `./${found.fileName}`
        }
        const texts = Object.values(LANGUAGES).map(({ html, file }) => `${html}:${chunk(`texts-${file}`)}`)
        return page
          .replace(script, '<link rel="modulepreload" fetchpriority="low" crossorigin href="$1">')
          .replace(
            '<script src="./boot.js"',
            `<script src="./boot.js" data-texts="${texts.join(' ')}" data-other="${chunk('pages')}"`,
          )
      },
    },
    generateBundle(_, bundle) {
      const app = Object.values(bundle).find((item) => item.type === 'chunk' && item.name === 'app')
      if (app === undefined) throw new Error('The build has no chunk app')
      const source = JSON.stringify({ start: `./${app.fileName}` })
      this.emitFile({ type: 'asset', fileName: 'version.json', source })
    },
    writeBundle({ dir }) {
      if (dir === undefined) throw new Error('The build has no folder')
      const file = join(dir, 'boot.js')
      writeFileSync(file, minifySync('boot.js', readFileSync(file, 'utf8')).code)
    },
  }
}
