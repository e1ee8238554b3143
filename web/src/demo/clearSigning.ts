/**
 * The text of the wallet's window for a call or a message: decoded from its bytes by the deployment's clear-signing descriptors, the same
 * descriptors as for other wallets (ERC-7730). The wallet does not trust the app's words.
 */
import { describeDeployment, type ClearSigningSubject } from '@galx/protocol/clearSigning/describe'
import type { Descriptor } from '@galx/protocol/clearSigning/descriptor'
import { calldataDigest, typedDataDigest } from '@galx/protocol/clearSigning/digest'
import { namesOf } from '@galx/protocol/clearSigning/names'
import { renderCall, renderMessage, type Rendered } from '@galx/protocol/clearSigning/render'
import { CLEAR_SIGNING_TEXTS } from '@galx/protocol/clearSigning/texts'
import type { Language } from '@galx/protocol/languages'
import { PROGRAM_KEYS, type ProgramKey } from '@galx/protocol/products'
import type { HexString, WebConfig } from '@galx/protocol/webConfig'
import { currentLanguage } from '../i18n/texts.ts'
import type { BatchCall } from './batches.ts'
import type { TypedData } from './questions.ts'
import { demoTexts } from './texts.ts'

/** The bytes to sign, in words; `rendered` is null if no descriptor matches. */
export type Clear = { rendered: Rendered | null; digest: HexString | null }

export function clearCall(call: BatchCall, account: HexString, config: WebConfig): Clear {
  const { to, data, value } = call
  const signed = { chainId: config.chainId, from: account, to, data, value: BigInt(value) }
  const { descriptors, subject } = descriptorsOf(config)
  const rendered = closed(renderCall(descriptors, signed, namesOf(subject, account, demoTexts().yourAccount)))
  return { rendered, digest: data === '0x' ? null : calldataDigest(data) }
}

export function clearMessage(data: TypedData, account: HexString, config: WebConfig): Clear {
  const { descriptors, subject } = descriptorsOf(config)
  const rendered = closed(
    renderMessage(descriptors, data, namesOf(subject, account, demoTexts().yourAccount)),
  )
  return { rendered, digest: typedDataDigest(data as Parameters<typeof typedDataDigest>[0]) }
}

/**
 * The descriptors give a tier's number one meaning for all pools: "flexible; 30 days (MCF deposit)". This wallet knows the pool of the call, so
 * it shows only the term in that pool.
 */
function withOwnTerm(fields: Rendered['fields']): Rendered['fields'] {
  const { labels, pools } = CLEAR_SIGNING_TEXTS[currentLanguage()]
  const pool = fields.find(({ label }) => label === labels.pool)?.value ?? ''
  if (!Object.values(pools).includes(pool)) return fields
  return fields.map((field) => {
    if (field.label !== labels.tier) return field
    const [most = '', ...others] = field.value.split('; ')
    const own = others
      .map((other) => /^(.*) \((.*)\)$/.exec(other) ?? [])
      .find(([, , names]) => names?.split(', ').includes(pool))
    return { ...field, value: own?.[1] ?? most }
  })
}

/** The text in the wallet's own form. In Chinese, a value in Latin letters has a space on each side; there is no space between Chinese characters. */
function closed(rendered: Rendered | null): Rendered | null {
  if (rendered === null) return null
  return {
    ...rendered,
    fields: withOwnTerm(rendered.fields),
    sentence: rendered.sentence.replace(/(\p{Script=Han}) (?=\p{Script=Han})/gu, '$1'),
  }
}

let made: {
  config: WebConfig
  language: Language
  descriptors: Descriptor[]
  subject: ClearSigningSubject
} | null = null

function descriptorsOf(config: WebConfig) {
  const language = currentLanguage()
  if (made?.config !== config || made.language !== language) {
    const subject = subjectOf(config)
    const descriptors = Object.values(describeDeployment(subject, CLEAR_SIGNING_TEXTS[language]))
    made = { config, language, descriptors, subject }
  }
  return made
}

function subjectOf(config: WebConfig): ClearSigningSubject {
  const { chainId, contracts, tokens, pools } = config
  const ids = (config as { programs?: Partial<Record<ProgramKey, string>> }).programs ?? {}
  const programs = PROGRAM_KEYS.flatMap((key) => {
    const id = ids[key]
    return id === undefined ? [] : [[key, { id, token: null }] as const]
  })
  return { chainId, contracts, tokens, pools, programs: Object.fromEntries(programs) }
}
