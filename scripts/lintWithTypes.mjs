// The lint rules that need types. oxlint uses TypeScript's native compiler for them, a tenth of ESLint's work for the same rules.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findProgram } from './findProgram.mjs'
import { root } from './install.mjs'

let programs
try {
  programs = {
    NAPI_RS_NATIVE_LIBRARY_PATH: findProgram('oxlint'),
    OXLINT_TSGOLINT_PATH: findProgram('tsgolint'),
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '.'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...programs } },
)
process.exit(status ?? 1)
