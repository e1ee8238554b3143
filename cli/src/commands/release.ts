import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseDeployment, type Deployment } from '@galx/protocol/deployment'
import { fillLifeboat, LIFEBOAT_FILE } from '@galx/protocol/lifeboat'
import {
  isOlder,
  isReleaseSignature,
  isVersion,
  releaseText,
  type Release,
  type SignedRelease,
} from '@galx/protocol/release'
import { contractAccepts, releaseKey } from '@galx/protocol/releaseSignature'
import type { Hex } from 'viem'
import { unlessNodeFault } from '@galx/operator/chain/nodeFaults'
import { nodeName, openReader } from '@galx/operator/deploy/session'
import { agreedCheckpoint, checkpointOption, readCheckpointOption } from '@galx/operator/release/checkpoint'
import { cidOfSite, hashOfSite, readSite } from '@galx/operator/release/siteHash'
import {
  deploymentPathMissing,
  readDeploymentPath,
  readOptions,
  readRpcUrls,
  UsageError,
  type Command,
} from './command.ts'

export const releaseCommand: Command = {
  summary: 'write the built app with its hash, its IPFS address and the operator’s signature',
  help: `npm run operator -- release --web FOLDER --deployment FILE --version V --least-safe V [--lifeboat FILE] [--rpc URL,URL | --checkpoint …] [--signed-at SECONDS --signature 0x… [--signer-rpc URL,URL]] [--out FOLDER] [--dry-run]

Prints the hash and the IPFS address of the built app, and the text that the operator's release key signs (EIP-191, "personal_sign").
Two builds of the same sources give the same bytes on any machine: anybody can build and compare.

With --signature it also writes FOLDER, ready to be served: the app's files, and beside them release.json and the lifeboat. A running app
reads release.json before anything is signed, and refuses to sign if its own version is older than the oldest safe version.

The printed address is that of the app's files alone. Pin the build, such as web/dist, without config.json: "ipfs add -r --cid-version=1
--raw-leaves --chunker=size-262144 --max-file-links=174" gives this address. FOLDER holds more files, so its address differs.

  --web FOLDER         the build, such as web/dist (npm run build -w web)
  --deployment FILE    the deployment file; its releaseSigner must have signed
  --version V          the app's version, as its package says
  --least-safe V       the oldest version that is safe to sign with
  --rpc URL,URL        two nodes that must agree on a checkpoint: the newest final block that begins an epoch of validators. From this
                       block the app's light client follows the validators for seven days: sign again within seven days
  --checkpoint N:0x…:SECONDS  the checkpoint that the signed text names, as printed before; default: none
  --lifeboat FILE      the lifeboat's build, such as lifeboat/dist/lifeboat.html (npm run build -w lifeboat): the deployment is
                       written into it, its SHA-256 is signed, and it lies beside the app as lifeboat.html
  --signed-at SECONDS  the time that the signed text names, as printed before; default: now
  --signature 0x…      the signature of the printed text: 65 bytes of a key, or the signatures of a Safe's owners, one behind the other
  --signer-rpc URL,URL two nodes or more that ask a releaseSigner that is a contract whether it accepts the signature (ERC-1271). All must
                       say yes. The app takes no checkpoint from such a release
  --out FOLDER         the folder for the files; must not exist yet
  --dry-run            with --signature: check everything, write nothing

"operator export --web …" is the same command.

Exit code 0: the text was printed, or the folder written. 1: another key signed. 2: the call was wrong.`,
  async run(parameters, environment, say, complain) {
    const options = readOptions(parameters, {
      web: { type: 'string' },
      deployment: { type: 'string' },
      version: { type: 'string' },
      'least-safe': { type: 'string' },
      rpc: { type: 'string' },
      checkpoint: { type: 'string' },
      lifeboat: { type: 'string' },
      'signed-at': { type: 'string' },
      signature: { type: 'string' },
      'signer-rpc': { type: 'string' },
      out: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    })
    const { web, version, 'least-safe': leastSafe, signature, out } = options
    if (!web) throw new UsageError('--web FOLDER is missing')
    const file = readDeploymentPath(options, environment)
    if (file === undefined) throw deploymentPathMissing()
    if (!isVersion(version))
      throw new UsageError('--version must be three numbers such as 1.4.0, or 1.4.0-rc.1')
    if (!isVersion(leastSafe))
      throw new UsageError('--least-safe must be three numbers such as 1.4.0, or 1.4.0-rc.1')
    if (isOlder(version, leastSafe)) throw new UsageError('--least-safe is newer than the version itself')
    const signedAt = options['signed-at'] ?? String(Math.floor(Date.now() / 1000))
    if (!/^\d{1,11}$/.test(signedAt)) throw new UsageError('--signed-at must be unix seconds')
    const signerUrls =
      options['signer-rpc'] === undefined ? [] : readRpcUrls({ rpc: options['signer-rpc'] }, {})
    if (signerUrls.length === 1) throw new UsageError('--signer-rpc needs two nodes, which must both accept')
    const deployment = parseDeployment(readFileSync(file, 'utf8'))
    const checkpoint = await checkpointOf(options, deployment.chainId)
    const site = readSite(web)
    const lifeboat =
      options.lifeboat === undefined ? null : fillLifeboat(readFileSync(options.lifeboat, 'utf8'), deployment)
    const release: Release = {
      version,
      chainId: deployment.chainId,
      hash: hashOfSite(site),
      cid: cidOfSite(site),
      leastSafe,
      signedAt: Number(signedAt),
      ...(checkpoint !== undefined && { checkpoint }),
      ...(lifeboat === null ? {} : { lifeboat: `0x${createHash('sha256').update(lifeboat).digest('hex')}` }),
    }
    say(`hash ${release.hash}`)
    say(`cid  ${release.cid}`)
    say(
      release.lifeboat === undefined
        ? 'without a lifeboat: --lifeboat FILE adds it'
        : `lifeboat SHA-256 ${release.lifeboat}`,
    )
    if (signature === undefined) {
      const kept = checkpoint === undefined ? '' : ` --checkpoint ${checkpointOption(checkpoint)}`
      say(`\nsign this text, then give --signed-at ${signedAt}${kept} --signature 0x… --out FOLDER:\n`)
      say(releaseText(release))
      return 0
    }
    const dry = options['dry-run']
    const added = lifeboat === null ? 'release.json' : `${LIFEBOAT_FILE} and release.json`
    if (!out && !dry) throw new UsageError('--out FOLDER is missing')
    if (!isReleaseSignature(signature))
      throw new UsageError('--signature must be 65 bytes or more, in lower case')
    if (out && existsSync(out)) throw new UsageError(`${out} is there already`)
    const fault = await faultOf({ ...release, signature }, deployment, signerUrls)
    if (fault !== null) {
      complain(fault)
      return 1
    }
    if (dry) {
      say(`${site.size} files and ${added} would be written`)
      return 0
    }
    const folder = out!
    for (const path of site.keys()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      copyFileSync(join(web, path), join(folder, path))
    }
    if (lifeboat !== null) writeFileSync(join(folder, LIFEBOAT_FILE), lifeboat)
    writeFileSync(join(folder, 'release.json'), `${JSON.stringify({ ...release, signature }, null, 2)}\n`)
    say(`${site.size} files and ${added} in ${folder}`)
    return 0
  },
}

/** @returns why the deployment's releaseSigner has not signed; null if it has. @throws NodeError if a node does not answer */
async function faultOf(
  release: SignedRelease,
  { chainId, releaseSigner }: Deployment,
  urls: readonly string[],
): Promise<string | null> {
  if (releaseSigner === undefined) return 'the deployment file names no releaseSigner'
  const key = await releaseKey(release)
  if (key === releaseSigner) return null
  if (urls.length === 0)
    return `${key === null ? 'no single key has signed' : `signed by ${key}`}, and the deployment file names ${releaseSigner}; --signer-rpc asks it if it is a contract`
  for (const url of urls) {
    const reader = await openReader(url, chainId)
    const accepts = await contractAccepts(releaseSigner as Hex, release, (call) =>
      reader.request({ method: 'eth_call', params: [call, 'latest'] }).catch(unlessNodeFault(null)),
    )
    if (!accepts) return `${releaseSigner} does not accept the signature, says ${nodeName(url)}`
  }
  return null
}

type CheckpointOptions = { readonly rpc?: string | undefined; readonly checkpoint?: string | undefined }

/** RPC_URL is not read: the signed release must not depend on the environment. */
async function checkpointOf({ rpc, checkpoint }: CheckpointOptions, chainId: number) {
  if (rpc === undefined && checkpoint === undefined) return undefined
  if (rpc !== undefined && checkpoint !== undefined)
    throw new UsageError('--rpc and --checkpoint exclude each other')
  if (checkpoint === undefined) {
    const urls = readRpcUrls({ rpc }, {})
    if (urls.length < 2) throw new UsageError('--rpc needs two nodes, which must agree on the checkpoint')
    return agreedCheckpoint(urls, chainId)
  }
  const read = readCheckpointOption(checkpoint)
  if (read === null)
    throw new UsageError('--checkpoint must be NUMBER:HASH:SECONDS of a block whose number ends with 000')
  return read
}
