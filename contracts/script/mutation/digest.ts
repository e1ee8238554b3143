/**
 * The digest that identifies a set of sources in a verdict. It changes with their code, but not with comments or pragmas (one compiler
 * compiles all).
 */
import { createHash } from 'node:crypto'

/** A string, which is kept, or a comment. */
const STRING_OR_COMMENT = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

function codeOf(text: string): string {
  const lines = text.replace(STRING_OR_COMMENT, '$1').split('\n')
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !line.startsWith('pragma solidity '))
    .join('\n')
}

/** @param texts Solidity sources, or their paths */
export function digestOfTexts(texts: Iterable<string>): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(codeOf(text)).update('\0')
  return hash.digest('hex').slice(0, 32)
}
