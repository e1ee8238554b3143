/**
 * How a pass's name is shown. The contract takes joiners anywhere in a name, and a node may answer with what no contract took: two
 * names then look alike, or a name shows nothing. What is shown holds no unseen character but those that shape their neighbours.
 */

/** What Unicode says is not drawn: fillers, joiners, variation selectors, tags. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u
/** Spaces of all widths, and the braille pattern without a dot. */
const BLANK = /^[\s\u2800]*$/u
const PICTOGRAM = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u
/** Scripts whose letters the joiners shape. */
const SHAPED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u

/** The name without what cannot be seen; '' where nothing would be left to see. */
export function shownName(name: string): string {
  const characters = [...name]
  const shown = characters
    .filter(
      (one, index) =>
        !UNSEEN.test(one) || shapes(one, characters[index - 1] ?? '', characters[index + 1] ?? ''),
    )
    .join('')
  return BLANK.test(shown) ? '' : shown.trim()
}

/** Whether an unseen character changes how its neighbours are drawn. */
function shapes(unseen: string, before: string, after: string): boolean {
  if (unseen === '\ufe0f') return /\p{Extended_Pictographic}/u.test(before)
  if (unseen !== '\u200c' && unseen !== '\u200d') return false
  if (SHAPED.test(before) && SHAPED.test(after)) return true
  return unseen === '\u200d' && PICTOGRAM.test(before) && /\p{Extended_Pictographic}/u.test(after)
}
