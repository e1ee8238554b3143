// Prints the packages of a release as a CycloneDX document: name, version, licence and checksum of each, and what needs what. Reads
// package-lock.json, which marks the packages that only development needs. (npm's own `npm sbom --omit dev` leaves out each package that any
// workspace needs for development, even if another workspace serves with it.)
//
// node scripts/sbom.mjs [--installed] [FOLDER]: with --installed only packages that lie in node_modules, such as those of this machine.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** `https://cyclonedx.org/docs/1.5/json/` */
const SPECIFICATION = '1.5'

/** @returns the name of the package at a path of the lock file */
function nameAt(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** @returns the package's address, by which documents of several programs agree (https://github.com/package-url/purl-spec) */
function addressOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** @returns the path at which a package's code finds the package of the name, as Node.js looks for it */
function found(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return undefined
  }
}

function licencesOf({ license }) {
  if (license === undefined) return []
  return [/ (?:OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } }]
}

function hashesOf({ integrity }) {
  const [, content] = /^sha512-(\S+)/.exec(integrity ?? '') ?? []
  return content === undefined
    ? []
    : [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }]
}

/** @returns a UUID that depends on the text alone, so that two builds of a revision give the same document */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * @param lock the content of package-lock.json
 * @param isThere whether the package at a path belongs to the release
 * @returns a CycloneDX document
 */
export function sbomOf(lock, isThere = () => true) {
  const { packages } = lock
  const shipped = Object.keys(packages)
    .filter((path) => path.includes('node_modules/'))
    .filter((path) => packages[path].link !== true && packages[path].dev !== true && isThere(path))
    .sort()
  const referenceOf = (path) => addressOf(packages[path].name ?? nameAt(path), packages[path].version)
  const components = new Map()
  const needs = new Map()
  for (const path of shipped) {
    const entry = packages[path]
    const name = entry.name ?? nameAt(path)
    const reference = referenceOf(path)
    const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : undefined
    components.set(reference, {
      type: 'library',
      'bom-ref': reference,
      ...(scope !== undefined && { group: scope }),
      name: scope === undefined ? name : name.slice(scope.length + 1),
      version: entry.version,
      scope: entry.optional === true ? 'optional' : 'required',
      hashes: hashesOf(entry),
      licenses: licencesOf(entry),
      purl: reference,
    })
    const wanted = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    const paths = wanted.map((one) => found(packages, path, one)).filter((one) => shipped.includes(one))
    needs.set(reference, [...new Set([...(needs.get(reference) ?? []), ...paths.map(referenceOf)])].sort())
  }
  const { name, version } = packages['']
  return {
    bomFormat: 'CycloneDX',
    specVersion: SPECIFICATION,
    serialNumber: `urn:uuid:${uuidOf([version, ...components.keys()].join('\n'))}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version: version ?? '0.0.0' } },
    components: [...components.values()],
    dependencies: [...needs].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const words = process.argv.slice(2)
  const folder = resolve(words.find((word) => !word.startsWith('--')) ?? '.')
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const isThere = (path) => !words.includes('--installed') || existsSync(join(folder, path, 'package.json'))
  console.log(JSON.stringify(sbomOf(lock, isThere), null, 1))
}
