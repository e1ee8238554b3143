/** The metrics that PromQL expressions name. */

/** PromQL keywords that stand where metrics can stand. Functions are recognised by their parenthesis. */
const WORDS = new Set(['and', 'or', 'unless', 'on', 'by', 'group_left', 'group_right', 'ignoring', 'without'])

/** @returns the names, each once, in no particular order */
export function metricNames(expressions: Iterable<string>): Set<string> {
  const names = new Set<string>()
  for (const expr of expressions) {
    const bare = expr
      .replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
      .replaceAll(/\{[^}]*\}/g, ' ')
      .replaceAll(/\[[^\]]*\]/g, ' ')
      // Lists of labels.
      .replaceAll(/\b(?:by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    for (const [, name, call] of bare.matchAll(/\b([a-zA-Z_:][\w:]*)\b(\s*\()?/g))
      if (call === undefined && !WORDS.has(name!)) names.add(name!)
  }
  return names
}
