/**
 * No contract may check the kind of the account that calls it. A transaction of `tx.origin` may call through any contract, an account may
 * have code (EIP-7702), and a contract has no code during its construction. Such a check keeps nobody out, and prevents some holders from leaving.
 */
const FORBIDDEN =
  /\btx\s*\.\s*origin\b|\borigin\s*\(\s*\)|\bmsg\s*\.\s*sender\s*\.\s*code\b|\bextcodesize\s*\(\s*caller\b|\bisContract\b/g

export const callerKind = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { found: '"{{text}}": a contract never asks whether its caller is a contract.' },
  },
  create: ({ report, sourceCode }) => ({
    Program() {
      for (const { 0: text, index } of sourceCode.text.matchAll(FORBIDDEN))
        report({ loc: sourceCode.getLocFromIndex(index), messageId: 'found', data: { text } })
    },
  }),
}

/** Reads a file that is not JavaScript as an empty program, because the rule above only uses the text. */
export const textParser = {
  // ESLint's cache distinguishes parsers by it.
  meta: { name: 'galx-text', version: '1' },
  parse: (text) => ({
    type: 'Program',
    body: [],
    tokens: [],
    comments: [],
    range: [0, text.length],
    loc: { start: { line: 1, column: 0 }, end: { line: text.split('\n').length, column: 0 } },
    sourceType: 'module',
  }),
}
