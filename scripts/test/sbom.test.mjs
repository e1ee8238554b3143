/** The packages of a release: none with a licence that binds those who use the release, and each with its checksum. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../install.mjs'
import { sbomOf } from '../sbom.mjs'

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const document = JSON.parse(
  execFileSync(process.execPath, [join(root, 'scripts/sbom.mjs'), root], { encoding: 'utf8' }),
)
function fullName({ group, name }) {
  return group === undefined ? name : `${group}/${name}`
}

it('is a CycloneDX document that depends on the lock file alone', () => {
  expect(document).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    version: 1,
    metadata: { component: { type: 'application', name: 'galx' } },
  })
  expect(sbomOf(lock)).toEqual(document)
})

it('has the packages of servers, programs and app, with version, licence and checksum', () => {
  const names = document.components.map(fullName)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'viem', 'postgres', 'react', '@base-ui/react']))
  for (const tool of ['vite', 'vitest', 'eslint', '@openzeppelin/contracts'])
    expect(names).not.toContain(tool)
  for (const component of document.components) {
    expect(component.licenses, fullName(component)).toHaveLength(1)
    expect(component.hashes, fullName(component)).toEqual([
      { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) },
    ])
    expect(component.purl).toBe(`pkg:npm/${fullName(component).replace('@', '%40')}@${component.version}`)
  }
  const here = new Set(document.components.map((component) => component['bom-ref']))
  expect(here.size).toBe(document.components.length)
  for (const { ref, dependsOn } of document.dependencies)
    for (const one of [ref, ...dependsOn]) expect(here, one).toContain(one)
  const fastify = document.dependencies.find(({ ref }) => ref.startsWith('pkg:npm/fastify@'))
  expect(fastify.dependsOn).toEqual(expect.arrayContaining([expect.stringMatching(/^pkg:npm\/pino@/)]))
})

it('has no code under the GPL: the exchange of the embedded chain and the compiler are for development', () => {
  expect(document.components.filter(({ licenses }) => /GPL/.test(JSON.stringify(licenses)))).toEqual([])
  const names = document.components.map(fullName)
  expect(names.filter((name) => name.startsWith('@uniswap/'))).toEqual([])
  // The package calls itself MIT, and brings the compiler, which is under GPL-3.
  expect(names).not.toContain('solc')
  expect(Object.keys(lock.packages)).toContain('node_modules/@uniswap/v2-core')
})

it('npm checks the bytes of each package that it installs', () => {
  const external = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  expect(
    external.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path),
  ).toEqual([])
})

it('with --installed leaves out packages for other machines', () => {
  const installed = sbomOf(lock, (path) => existsSync(join(root, path)))
  expect(installed.components.length).toBeLessThan(document.components.length)
  expect(installed.components.filter(({ scope }) => scope === 'required').length).toBe(
    document.components.filter(({ scope }) => scope === 'required').length,
  )
})
