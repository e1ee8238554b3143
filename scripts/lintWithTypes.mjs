// The lint rules that need types. oxlint asks TypeScript's native compiler for them, a tenth of the work that ESLint has with the same rules.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findProgram } from './findProgram.mjs'
import { root } from './install.mjs'

const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '.'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NAPI_RS_NATIVE_LIBRARY_PATH: findProgram('oxlint'),
      OXLINT_TSGOLINT_PATH: findProgram('tsgolint'),
    },
  },
)
process.exit(status ?? 1)
