/**
 * The browsers that the build names, and the parts of the web's library that they lack. The tests and `npm run browsers` search
 * the built files, including libraries, for these parts.
 *
 * The editions of ECMAScript come from TypeScript's own library, which follows the standard. Both browsers have all of ES2020
 * except the names in EARLIER. Of later editions they have at most the names in LATER. Names of the DOM are listed separately. The
 * versions are from MDN's compatibility data: https://developer.mozilla.org/docs/Web has a table for each name.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { build, parseSync, Visitor, type Rolldown } from 'vite'
import { OLDEST } from './oldest.ts'

/** First versions of [Chrome, Safari]; Infinity if no version has the name. */
type Since = readonly [chrome: number, safari: number]

/** Names of editions after ES2020 that these browsers may have. */
const LATER: Record<string, Since> = {
  '.replaceAll': [85, 13.1],
  'Promise.any': [85, 14],
  AggregateError: [85, 14],
  WeakRef: [84, 14.1],
  FinalizationRegistry: [84, 14.1],
  '.at': [92, 15.4],
  'Object.hasOwn': [93, 15.4],
  '.findLast': [97, 15.4],
  '.findLastIndex': [97, 15.4],
  '.toSorted': [110, 16],
  '.toReversed': [110, 16],
  '.toSpliced': [110, 16],
  '.with': [110, 16],
  'Object.groupBy': [117, 17.4],
  'Map.groupBy': [117, 17.4],
  'Promise.withResolvers': [119, 17.4],
  'Array.fromAsync': [121, 16.4],
}

/** Names of ES2020 and before that Safari got late. */
const EARLIER: Record<string, Since> = {
  BigInt64Array: [67, 15],
  BigUint64Array: [67, 15],
  '.getBigInt64': [67, 15],
  '.getBigUint64': [67, 15],
  '.setBigInt64': [67, 15],
  '.setBigUint64': [67, 15],
  SharedArrayBuffer: [68, 15.2],
  'Intl.ListFormat': [72, 14.1],
  'Intl.DisplayNames': [81, 14.1],
  'Intl.Segmenter': [87, 14.1],
}

/** Names that browsers add to the language. */
const WEB: Record<string, Since> = {
  structuredClone: [98, 15.4],
  reportError: [95, 15.4],
  requestIdleCallback: [47, Infinity],
  cancelIdleCallback: [47, Infinity],
  BroadcastChannel: [54, 15.4],
  CompressionStream: [80, 16.4],
  DecompressionStream: [80, 16.4],
  TransformStream: [67, 14.1],
  TextDecoderStream: [71, 14.1],
  TextEncoderStream: [71, 14.1],
  WritableStream: [59, 14.1],
  OffscreenCanvas: [69, 16.4],
  SharedWorker: [4, 16],
  BarcodeDetector: [83, Infinity],
  EyeDropper: [95, Infinity],
  scheduler: [94, Infinity],
  cookieStore: [87, 18.4],
  navigation: [102, 26],
  trustedTypes: [83, 26],
  CloseWatcher: [126, Infinity],
  Notification: [20, 16.4],
  PushManager: [42, 16.4],
  URLPattern: [95, 26],
  'AbortSignal.abort': [93, 15],
  'AbortSignal.timeout': [103, 16],
  'AbortSignal.any': [116, 17.4],
  'Response.json': [105, 17],
  'URL.canParse': [120, 17],
  'URL.parse': [126, 18],
  'ClipboardItem.supports': [121, 18.4],
  '.throwIfAborted': [100, 15.4],
  '.randomUUID': [92, 15.4],
  '.showModal': [37, 15.4],
  '.showPopover': [114, 17],
  '.hidePopover': [114, 17],
  '.togglePopover': [114, 17],
  '.checkVisibility': [105, 17.4],
  '.computedStyleMap': [66, 16.4],
  '.requestSubmit': [76, 16],
  '.attachInternals': [77, 16.4],
  '.startViewTransition': [111, 18],
  '.getHTML': [125, 18],
  '.setHTMLUnsafe': [124, 17.4],
  '.moveBefore': [133, Infinity],
  '.caretPositionFromPoint': [128, 18.4],
  '.requestVideoFrameCallback': [83, 15.4],
  '.transferToImageBitmap': [66, 16.4],
  '.isInputPending': [87, Infinity],
  '.measureUserAgentSpecificMemory': [89, Infinity],
  '.getInstalledRelatedApps': [80, Infinity],
  '.setAppBadge': [81, 16.4],
  '.getCoalescedEvents': [58, 18.2],
}

/** Names that the app provides itself, each with the file that provides it. */
const BROUGHT: Record<string, string> = {
  '.at': 'src/builtIns/at.ts',
  '.deref': 'src/builtIns/weakRef.ts',
}

/** Methods of other objects with the same name, and uses behind a check, each with its owner. */
const OTHERS: Record<string, string> = {
  '.toArray': 'React.Children',
  '.register': 'service workers (Chrome 40, Safari 11.1)',
  '.unregister': 'service workers',
  '.use': 'React',
  '.startViewTransition': 'React, which handles its absence; the app has no view transition',
  '.toHex': 'points of @noble/curves',
}

/** The names that TypeScript's library files declare: globals, members of globals, methods of their objects. */
function declaredIn(files: string[]): Set<string> {
  const names = new Set<string>()
  const name = (node: { name?: ts.Node }) =>
    node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : undefined
  const visit = (node: ts.Node, inside: string): void => {
    if (ts.isModuleDeclaration(node) && node.body !== undefined) {
      const within = node.name.text === 'global' ? '' : `${node.name.text}.`
      ts.forEachChild(node.body, (child) => visit(child, within))
    } else if (ts.isVariableStatement(node)) {
      for (const declared of node.declarationList.declarations) names.add(`${inside}${name(declared)}`)
    } else if (ts.isInterfaceDeclaration(node)) {
      const of = node.name.text
      for (const member of node.members) {
        const own = name(member)
        if (own === undefined || own === 'prototype') continue
        if (of.endsWith('Constructor')) names.add(`${inside}${of.slice(0, -'Constructor'.length)}.${own}`)
        // A type whose objects come from a namespace is found by the namespace's name.
        else if (ts.isMethodSignature(member) && inside === '') names.add(`.${own}`)
      }
    }
  }
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
    ts.forEachChild(source, (node) => visit(node, ''))
  }
  return names
}

/**
 * The names that the named browsers lack: `WeakRef` is a global, `Object.hasOwn` a member of a global, `.at` a method of objects. A
 * method with the name of an older method (`map` of iterators) is not among them: the compiler checks such methods in our own code.
 */
export function lacking(oldest = OLDEST): Set<string> {
  const folder = dirname(createRequire(import.meta.url).resolve('typescript'))
  const files = readdirSync(folder).filter((file) => /^lib\.es.*\.d\.ts$/.test(file))
  const isLater = (file: string) => /^lib\.(es202[1-9]|es20[3-9]\d|esnext)\./.test(file)
  const declared = (those: string[]) => declaredIn(those.map((file) => join(folder, file)))
  const earlier = declared(files.filter((file) => !isLater(file)))
  const known: Record<string, Since> = { ...LATER, ...EARLIER, ...WEB }
  const later = [...declared(files.filter(isLater)), ...Object.keys(known)]
  return new Set(
    later
      .filter((name) => !earlier.has(name) || name in EARLIER)
      .filter((name) => {
        const [chrome, safari] = known[name] ?? [Infinity, Infinity]
        return chrome > oldest.chrome || safari > oldest.safari
      }),
  )
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
