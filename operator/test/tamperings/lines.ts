/** lines.txt beside this file: each tampering, followed by the verification's lines that report it. `-u` rewrites the file. */

/** @param reported lines by the tampering's name */
export function tamperingLines(reported: ReadonlyMap<string, readonly string[]>): string {
  return [...reported]
    .map(([what, lines]) => [what, ...lines.map((line) => `  ${shortened(line)}`), ''].join('\n'))
    .join('')
}

/** Shortens addresses and hashes, and replaces figures that differ from run to run. */
function shortened(line: string): string {
  return (
    line
      .replaceAll(/0x[0-9a-f]{6,}/gi, '0x…')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'DATE')
      // unix seconds and numbers of epochs, which are minutes here
      .replaceAll(/\b1[78]\d{8}\b/g, 'TIME')
      .replaceAll(/\b(?:29|3[0-5])\d{6}\b/g, 'EPOCH')
      // the paid amount of a stream depends on the seconds of the deployment
      .replaceAll(/\b\d+\.\d{9,}\b/g, 'AMOUNT')
  )
}
