/** Finds the numbers in the words of a refusal. */

const COUNT = String.raw`(\d[\d,._]*)\s?(k\b)?`
const LARGEST_RANGE = [
  String.raw`limited to (?:a |an |0 ?- ?)?${COUNT}`,
  String.raw`up to an? ${COUNT} block`,
  String.raw`ranges over ${COUNT} blocks`,
  String.raw`allowed for your plan \(\d+ > ${COUNT}\)`,
  String.raw`range \d+ exceeds limit of ${COUNT}`,
  String.raw`at most ${COUNT} blocks`,
  String.raw`block range (?:greater than|exceeds|must not exceed) ${COUNT}`,
  String.raw`must not exceed ${COUNT} blocks`,
  String.raw`smaller than size ${COUNT}`,
  String.raw`max(?:imum)? (?:block )?range\s?[:=]?\s?(?:is |of )?${COUNT}`,
  String.raw`max(?:imum)?(?: (?:allowed|is|set|to|number|of|requested|blocks?|range|distance|\[from, to\]))*[:=]?\s?${COUNT}`,
].map((pattern) => new RegExp(pattern, 'i'))
const BATCHES_REFUSED = /batch(?:es|ed|ing)?(?: \w+)* (?:not|un)[ -]?(?:supported|allowed)(?! on)/i
const LARGEST_BATCH = [
  String.raw`batch of more than ${COUNT}`,
  String.raw`batch (?:size )?limit (?:is |of )?${COUNT}`,
  String.raw`max(?:imum)?(?: (?:allowed|batch|size|limit|is|of|number|requests|calls|items|in|a))*[:=]?\s?${COUNT}`,
  String.raw`(?:limit|limited to|up to|at most|more than|exceeds?|>)(?: is| of)? ${COUNT}`,
].map((pattern) => new RegExp(pattern, 'i'))

/** @returns blocks; null if the message contains no limit of blocks */
export function largestRange(text: string): number | null {
  return firstNumber(LARGEST_RANGE, text)
}

/** @returns calls in one POST; null if the message contains no such limit */
export function largestBatch(text: string): number | null {
  return BATCHES_REFUSED.test(text) ? 1 : firstNumber(LARGEST_BATCH, text)
}

function firstNumber(patterns: readonly RegExp[], text: string): number | null {
  for (const pattern of patterns) {
    const [, digits, thousands] = pattern.exec(text) ?? []
    if (digits === undefined) continue
    const number = Number(digits.replace(/[,._]/g, '')) * (thousands === undefined ? 1 : 1000)
    if (Number.isSafeInteger(number) && number > 0) return number
  }
  return null
}

const SUGGESTED =
  /(?:should work|this block range|with the range|retry with)[^\d[]*\[?\s*(0x[0-9a-f]{1,13}|\d{1,15})\s*[,-]\s*(0x[0-9a-f]{1,13}|\d{1,15})/i

/** @returns the blocks that the message proposes, both ends included; null if it proposes none */
export function suggestedRange(text: string): { from: number; to: number } | null {
  const [, first, last] = SUGGESTED.exec(text) ?? []
  if (first === undefined || last === undefined) return null
  const range = { from: Number(first), to: Number(last) }
  return range.from <= range.to ? range : null
}

/** The milliseconds that the message asks to wait; null if it contains no time. */
export function waitNamed(text: string): number | null {
  const [, minutes, seconds] =
    /(?:retry|again) (?:in|after) (?:(\d{1,4}) ?m(?:in(?:ute)?s?)?\b ?|(?=\d))(?:(\d{1,6}(?:\.\d+)?) ?s(?:ec(?:ond)?s?)?\b)?/i.exec(
      text.replace(/(\d)m(\d)/, '$1m $2'),
    ) ?? []
  if (minutes === undefined && seconds === undefined) return null
  return Math.round((Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000)
}
