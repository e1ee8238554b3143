/**
 * release.json: the build of the app that the operator published, and the oldest version that is safe to sign with. The operator signs its
 * text (EIP-191) with the key that the deployment file and /config.json name, or the contract that they name accepts the signature (ERC-1271), as a
 * Safe does. Parsed by hand, to keep the app's code small.
 */
export type Release = {
  /** the app's version, such as 1.4.0 */
  version: string
  chainId: number
  /** keccak256 over the published files' names and contents (operator/src/release/siteHash.ts) */
  hash: `0x${string}`
  /** the folder's content identifier in IPFS. The signed text says how it is computed, because IPFS's defaults have changed */
  cid: string
  /** the oldest version that is safe to sign with */
  leastSafe: string
  /** unix seconds */
  signedAt: number
  /** the block from which the app itself follows the chain's validators */
  checkpoint?: Checkpoint
  /** SHA-256 of lifeboat.html, which is published beside the app's files; absent: no lifeboat is published */
  lifeboat?: `0x${string}`
}
/** The first block of an epoch of validators. */
export type Checkpoint = { number: number; hash: `0x${string}`; /** unix seconds */ time: number }
export type SignedRelease = Release & { signature: `0x${string}` }

const VERSION = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(?:-rc\.([1-9]\d{0,5}))?$/

/** Whether the text is three numbers separated by dots, or a candidate of such a version, as 1.4.0-rc.1. */
export function isVersion(text: unknown): text is string {
  return typeof text === 'string' && VERSION.test(text)
}

/** @returns whether `version` is older than `other`; both are versions. A candidate is older than its version. */
export function isOlder(version: string, other: string): boolean {
  const [one, two] = [version, other].map((text) =>
    VERSION.exec(text)!
      .slice(1)
      .map((part: string | undefined) => Number(part ?? Infinity)),
  )
  for (const [index, number] of one!.entries()) {
    const against = two![index]!
    if (number !== against) return number < against
  }
  return false
}

/** The text that the operator signs, in the form that the signing device shows. */
export function releaseText({
  version,
  chainId,
  hash,
  cid,
  leastSafe,
  signedAt,
  lifeboat,
  checkpoint,
}: Release): string {
  return [
    `GALX release ${version}`,
    '',
    `Chain: ${chainId}`,
    `Hash of all files: ${hash}`,
    `IPFS (CIDv1, raw leaves, chunks of 262144, 174 links): ${cid}`,
    ...(lifeboat === undefined ? [] : [`SHA-256 of the lifeboat: ${lifeboat}`]),
    `Oldest version that is safe: ${leastSafe}`,
    `Signed at: ${new Date(signedAt * 1000).toISOString()}`,
    ...(checkpoint === undefined
      ? []
      : [
          `Checkpoint: block ${checkpoint.number} ${checkpoint.hash}`,
          `Checkpoint of: ${new Date(checkpoint.time * 1000).toISOString()}`,
        ]),
  ].join('\n')
}

/** Whether the text is a signature: 65 bytes of a key, or what a contract takes, at most 65 bytes for each of 100 owners. */
export function isReleaseSignature(text: unknown): text is `0x${string}` {
  return typeof text === 'string' && text.length <= 2 + 100 * 130 && /^0x([0-9a-f]{2}){65,}$/.test(text)
}

/** @returns null if it is not a valid release file */
export function parseRelease(json: unknown): SignedRelease | null {
  if (typeof json !== 'object' || json === null) return null
  const { version, chainId, hash, cid, leastSafe, signedAt, lifeboat, checkpoint, signature } =
    json as Record<string, unknown>
  if (!isVersion(version) || !isVersion(leastSafe) || isOlder(version, leastSafe)) return null
  if (!isWhole(chainId) || !isWhole(signedAt) || signedAt > 253_402_300_799) return null
  if (!isHex(hash, 32) || !isReleaseSignature(signature)) return null
  if (typeof cid !== 'string' || !/^b[a-z2-7]{10,100}$/.test(cid)) return null
  const release = { version, chainId, hash, cid, leastSafe, signedAt, signature }
  if (lifeboat !== undefined && !isHex(lifeboat, 32)) return null
  const whole = { ...release, ...(lifeboat !== undefined && { lifeboat }) }
  if (checkpoint === undefined) return whole
  const parsed = parseCheckpoint(checkpoint)
  return parsed && { ...whole, checkpoint: parsed }
}

/** @returns null if it is not a valid checkpoint */
export function parseCheckpoint(json: unknown): Checkpoint | null {
  const { number, hash, time } = Object(json) as Record<string, unknown>
  if (!isWhole(number) || !isWhole(time) || time > 253_402_300_799 || !isHex(hash, 32)) return null
  return { number, hash, time }
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function isHex(value: unknown, bytes: number): value is `0x${string}` {
  return typeof value === 'string' && new RegExp(`^0x[0-9a-f]{${bytes * 2}}$`).test(value)
}
