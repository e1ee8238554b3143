import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** The development server answers /config.json with the file that WEB_CONFIG_FILE names, which is the file of the running stack. */
export function devConfig(): Plugin {
  return {
    name: 'galx-dev-config',
    apply: 'serve',
    configureServer({ middlewares }) {
      const file = process.env.WEB_CONFIG_FILE
      if (file === undefined) return
      middlewares.use('/config.json', (_request, response, next) => {
        readFile(file).then((text) => response.setHeader('content-type', 'application/json').end(text), next)
      })
    },
  }
}
