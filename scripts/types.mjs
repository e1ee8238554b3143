// Type-checks every workspace. Workspaces with the same compiler options are one program, so that shared files are read and
// checked once. Files that have not changed since the last run are not checked again.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './install.mjs'

const cache = join(root, 'node_modules/.cache/tsc')
mkdirSync(cache, { recursive: true })
function fromCache(path) {
  return relative(cache, join(root, path))
}
function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

/** A workspace's compiler options in addition to those of tsconfig.base.json. */
function optionsOf(folder) {
  const { extends: other, compilerOptions } = readJson(`${folder}/tsconfig.json`)
  return { ...(other === '../tsconfig.json' && optionsOf(dirname(folder))), ...compilerOptions }
}

/** Compiler options as text → their workspaces. The app itself is compiled only for browsers, its tests and build scripts are not. */
const programs = new Map()
for (const workspace of [...readJson('package.json').workspaces, 'web/src']) {
  if (!existsSync(join(root, workspace, 'tsconfig.json'))) continue
  const { include, exclude = [] } = readJson(`${workspace}/tsconfig.json`)
  const options = JSON.stringify(optionsOf(workspace))
  programs.set(options, [...(programs.get(options) ?? []), { workspace, include, exclude }])
}

function check([options, members]) {
  const name = members.map(({ workspace }) => workspace).join(', ')
  const file = join(cache, `${members.map(({ workspace }) => workspace.replaceAll('/', '-')).join('+')}.json`)
  const below = (part) =>
    members.flatMap((member) => member[part].map((pattern) => fromCache(`${member.workspace}/${pattern}`)))
  const configuration = {
    extends: fromCache('tsconfig.base.json'),
    compilerOptions: {
      ...JSON.parse(options),
      incremental: true,
      tsBuildInfoFile: file.replace(/json$/, 'tsbuildinfo'),
    },
    include: below('include'),
    exclude: below('exclude'),
  }
  writeFileSync(file, JSON.stringify(configuration))
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc')
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [tsc, '-p', file, '--pretty', 'false'],
      { cwd: root, maxBuffer: 64e6 },
      (error, stdout) => {
        process.stdout.write(error ? `${name}:\n${stdout}` : `${name}: ok\n`)
        resolve(!error)
      },
    )
  })
}

const results = await Promise.all([...programs].map(check))
process.exit(results.every(Boolean) ? 0 : 1)
