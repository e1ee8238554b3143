import { build } from 'vite'
const r = await build({ root: process.cwd(), logLevel: 'error', build: { write: false } })
for (const name of process.argv.slice(2)) {
  const c = r.output.find((o) => o.type === 'chunk' && o.name === name)
  if (!c) { console.log('no', name); continue }
  console.log('==', name, c.code.length, c.imports)
  for (const [id, m] of Object.entries(c.modules).sort((a, b) => b[1].renderedLength - a[1].renderedLength).slice(0, 75))
    console.log(m.renderedLength, id.replace(/.*\/(web|node_modules|packages)\//, '$1/'))
}
