import type { Plugin } from 'vite'

/** A build has the production code of React and Vite. Without this plugin, a NODE_ENV of the shell would choose the code. */
export function productionCode(): Plugin {
  return {
    name: 'galx-production-code',
    apply: 'build',
    config() {
      process.env.NODE_ENV = 'production'
    },
  }
}
