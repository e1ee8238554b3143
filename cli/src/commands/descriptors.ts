import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeDeployment } from '@galx/protocol/clearSigning/describe'
import { descriptorFaults } from '@galx/protocol/clearSigning/faults'
import { testFilesOf, type TestFile } from '@galx/protocol/clearSigning/testFiles'
import { CLEAR_SIGNING_TEXTS } from '@galx/protocol/clearSigning/texts'
import { LANGUAGE_NAMES } from '@galx/protocol/languages'
import type { Deployment } from '@galx/protocol/deployment'
import {
  deploymentPathMissing,
  readDeploymentPath,
  readOptions,
  UsageError,
  type Command,
} from './command.ts'
import { requireDeployment } from './connection.ts'

export const descriptorsCommand: Command = {
  summary: 'write the files with which wallets show signed calls in words (ERC-7730)',
  help: `npm run operator -- descriptors --deployment FILE --out FOLDER --url URL [--deployed TIME] [--tests] [--language NAME]

Writes a clear-signing descriptor (ERC-7730, version 2) for every contract whose functions people call and for
every EIP-712 message, made from the interfaces in this repository and the addresses, pools, programs and
tokens of the deployment. Needs no node. All descriptors are checked before the first is written.

  --deployment FILE   the deployment file; also DEPLOYMENT_FILE
  --out FOLDER        the folder for the descriptors; created if it is missing
  --url URL           the owner's site, which wallets show
  --deployed TIME     the time of the deployment, such as 2026-11-30T12:00:00Z
  --tests             also write test files in the registry's form, to FOLDER/testsv2
  --language NAME     the language of the words: en_US (default), zh_CN or vi_VN

Exit code 0: all are written. 1: the file is not a deployment file, or a descriptor is not valid. 2: the call was wrong.`,
  run(parameters, environment, say) {
    const options = readOptions(parameters, {
      deployment: { type: 'string' },
      out: { type: 'string' },
      url: { type: 'string' },
      deployed: { type: 'string' },
      tests: { type: 'boolean', default: false },
      language: { type: 'string', default: 'en_US' },
    })
    const { out, url, deployed } = options
    const language = LANGUAGE_NAMES.find((name) => name === options.language)
    const path = readDeploymentPath(options, environment)
    if (path === undefined) throw deploymentPathMissing()
    if (!out) throw new UsageError('--out FOLDER is missing')
    if (!url) throw new UsageError('--url URL is missing')
    if (language === undefined)
      throw new UsageError(
        `--language must be one of ${LANGUAGE_NAMES.join(', ')}, not "${options.language}"`,
      )
    const deployment = requireDeployment(path)

    const info = { url, ...(deployed !== undefined && { deploymentDate: deployed }) }
    const subject = { ...subjectOf(deployment), info }
    const files = describeDeployment(subject, CLEAR_SIGNING_TEXTS[language])
    const faults = Object.entries(files).flatMap(([name, descriptor]) =>
      descriptorFaults(descriptor).map((fault) => `${name}: ${fault}`),
    )
    for (const fault of faults) say(`wrong: ${fault}`)
    if (faults.length > 0) return Promise.resolve(1)
    mkdirSync(out, { recursive: true })
    for (const [name, descriptor] of Object.entries(files)) {
      writeFileSync(join(out, name), `${JSON.stringify(descriptor, null, 2)}\n`)
      say(`${name}: ${Object.keys(descriptor.display.formats).length} described`)
    }
    if (options.tests)
      writeTests(join(out, 'testsv2'), testFilesOf(subject, CLEAR_SIGNING_TEXTS[language]), say)
    return Promise.resolve(0)
  },
}

function writeTests(folder: string, files: Record<string, TestFile>, say: (line: string) => void): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, file] of Object.entries(files)) {
    writeFileSync(join(folder, name), `${JSON.stringify(file, null, 2)}\n`)
    say(`${name}: ${file.tests.length} tests`)
  }
}

function subjectOf({ chainId, contracts, tokens, pools, programs }: Deployment) {
  const addresses = Object.entries(contracts).map(([name, { address }]) => [name, address] as const)
  return { chainId, contracts: Object.fromEntries(addresses), tokens, pools, programs }
}
