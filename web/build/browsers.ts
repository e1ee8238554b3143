/**
 * Searches the built files, including libraries, for the parts of the web's library that the named browsers lack. The tests and
 * `npm run browsers` do so.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, parseSync, Visitor, type Rolldown } from 'vite'
import { lacking } from './lacking.ts'
import { OLDEST } from './oldest.ts'

/** Names that the app provides itself, each with the file that provides it. */
const BROUGHT: Record<string, string> = {
  '.at': 'src/builtIns/at.ts',
  '.deref': 'src/builtIns/weakRef.ts',
}

/** Methods of other objects with the same name, and uses behind a check, each with its owner. */
const OTHERS: Record<string, string> = {
  '.toArray': 'React.Children',
  '.use': 'React',
  '.notify': '@tanstack/react-virtual, and our own store',
  '.navigate': 'React, which handles its absence',
  '.skipTransition': 'React, which handles its absence',
  '.startViewTransition': 'React, which handles its absence; the app has no view transition',
  '.getState': 'zustand',
  '.subscribe': 'zustand',
  '.lock': '@base-ui/react',
  '.wait': 'texts of the dates',
  '.unlock': 'texts of the dates',
  '.share': 'texts of the bonuses and of the invitation',
  '.getSize': '@tanstack/react-virtual',
  '.getPublicKey': '@noble/curves',
  '.toHex': '@noble/curves',
  '.equals': '@noble/curves',
  '.mul': '@noble/curves',
  '.div': '@noble/curves',
  '.destroy': '@noble/hashes',
}

/** In Safari before 16.4, a literal with lookbehind breaks the whole file, and `RegExp` throws. The flags d and v are newer, too. */
const LATER_PATTERN = /\(\?<[=!]/

/**
 * The `names` that a script uses, without the names that the script checks first (`typeof x.at`, `'at' in x`, `x.at?.()`).
 */
export function uses(code: string, names: Set<string>): string[] {
  const found = new Set<string>()
  const asked = new Set<string>()
  const windows = new Set(['window', 'globalThis', 'self'])
  const owners = new Set([...names].flatMap((name) => /^(\w+)\./.exec(name)?.[1] ?? []))
  const add = (name: string) => {
    if (names.has(name)) found.add(name)
  }
  new Visitor({
    UnaryExpression({ operator, argument }) {
      if (operator !== 'typeof') return
      if (argument.type === 'Identifier') asked.add(argument.name)
      if (argument.type === 'MemberExpression' && argument.property.type === 'Identifier')
        asked.add(argument.property.name)
    },
    BinaryExpression({ operator, left }) {
      if (operator !== 'in') return
      if (left.type === 'Literal' && typeof left.value === 'string') asked.add(left.value)
      if (left.type === 'TemplateLiteral') asked.add(left.quasis[0]?.value.cooked ?? '')
    },
    CallExpression({ callee, optional, arguments: given }) {
      if (callee.type === 'Identifier') add(callee.name)
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && !callee.computed)
        if (!optional) add(`.${callee.property.name}`)
      const [pattern] = given
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp' || pattern === undefined) return
      if (LATER_PATTERN.test(code.slice(pattern.start, pattern.end))) found.add('lookbehind')
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier') add(callee.name)
    },
    MemberExpression({ object, property, computed }) {
      if (object.type !== 'Identifier' || property.type !== 'Identifier' || computed) return
      if (windows.has(object.name)) add(property.name)
      else if (names.has(object.name)) add(object.name)
      add(`${object.name}.${property.name}`)
    },
    VariableDeclarator({ id, init }) {
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier' || !owners.has(init.name)) return
      for (const property of id.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier')
          add(`${init.name}.${property.key.name}`)
    },
    Literal(literal) {
      if (!('regex' in literal)) return
      const { pattern, flags } = literal.regex
      if (LATER_PATTERN.test(pattern)) found.add('lookbehind')
      if (/[dv]/.test(flags)) found.add('flags d and v')
    },
  }).visit(parseSync('script.js', code).program)
  return [...found].filter((name) => !asked.has(name.split('.').pop() ?? name)).sort()
}

/** A script of the build, with its sources. */
export type BuiltScript = { file: string; code: string; sources: readonly string[] }

/** The scripts that the build would write: chunks, the worker, and the page's first script. */
export async function builtScripts(root: string): Promise<BuiltScript[]> {
  const { output } = (await build({
    root,
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput
  const scripts = output
    .filter(({ fileName }) => fileName.endsWith('.js'))
    .map((item) => ({
      file: item.fileName,
      code: item.type === 'chunk' ? item.code : String(item.source),
      sources: item.type === 'chunk' ? item.moduleIds : [],
    }))
  return [
    ...scripts,
    ...['boot.js', 'offline.js'].map((file) => ({
      file,
      code: readFileSync(join(root, 'public', file), 'utf8'),
      sources: [],
    })),
  ]
}

/** The lifeboat's script, as the lifeboat's own build writes it. */
export function lifeboatScript(root: string): BuiltScript {
  const folder = mkdtempSync(join(tmpdir(), 'galx-browsers-'))
  try {
    const file = join(folder, 'lifeboat.html')
    execFileSync(process.execPath, [join(root, 'build.mjs'), file])
    const code = /<script>(.*?)<\/script>/s.exec(readFileSync(file, 'utf8'))?.[1]
    if (code === undefined) throw new Error('lifeboat.html has no script')
    return { file: 'lifeboat.html', code, sources: [] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * The names in these scripts that the named browsers lack, one line for each script and name; and the entries of this file that no script uses.
 * @param pages the scripts of each page: a feature that one page brings is missing on the other pages
 */
export function missed(pages: readonly (readonly BuiltScript[])[], names = lacking()): string[] {
  const used = pages.flatMap((scripts) =>
    scripts.flatMap(({ file, code }) => uses(code, names).map((name) => ({ file, name, scripts }))),
  )
  const isBrought = (name: string, scripts: readonly BuiltScript[]) => {
    const brought = BROUGHT[name]
    return brought !== undefined && scripts.some(({ sources }) => sources.some((id) => id.endsWith(brought)))
  }
  const inVain = [...Object.keys(BROUGHT), ...Object.keys(OTHERS)]
    .filter((name) => !used.some((one) => one.name === name))
    .map((name) => `web/build/browsers.ts: no script uses ${name}`)
  return [
    ...used
      .filter(({ name, scripts }) => !isBrought(name, scripts) && !(name in OTHERS))
      .map(
        ({ file, name }) =>
          `${file}: ${name} is not in Chrome ${OLDEST.chrome} or not in Safari ${OLDEST.safari}`,
      ),
    ...inVain,
  ]
}
