/** docs/tamperings.md: what was tampered with, and the line of the verification that says so. */

const HEADING = `# Tamperings

What \`npm run operator -- verify\` says of a deployment whose file or chain somebody tampered with. \`operator/test/verify.test.ts\`
tries each of them on a deployment of its own, compares this page with what it finds, and fails where a tampering goes
unnoticed. Addresses and hashes are shortened to \`0x…\`; dates, times, epochs and amounts that grow by the second are left out. With \`-u\` the test writes
this page.

| tampering | line |
| --- | --- |
`

/** @param reported lines by the tampering's name */
export function tamperingTable(reported: ReadonlyMap<string, readonly string[]>): string {
  const rows = [...reported].map(([what, lines]) => `| ${what} | ${lines.map(shortened).join('<br>')} |`)
  return `${HEADING}${rows.join('\n')}\n`
}

/** A line without what differs from run to run. */
function shortened(line: string): string {
  return (
    line
      .replaceAll(/0x[0-9a-f]{6,}/gi, '0x…')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'DATE')
      // unix seconds and numbers of epochs, which are minutes here
      .replaceAll(/\b1[78]\d{8}\b/g, 'TIME')
      .replaceAll(/\b(?:29|3[0-5])\d{6}\b/g, 'EPOCH')
      // what a stream has paid depends on the seconds of the deployment
      .replaceAll(/\b\d+\.\d{9,}\b/g, 'AMOUNT')
      .replaceAll('|', '\\|')
  )
}
