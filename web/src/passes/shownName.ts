/**
 * The shown form of a pass's name. The contract accepts joiners anywhere in a name, and a dishonest node may answer with a name that no
 * contract accepts. Two names could then look alike, or a name could be invisible. The shown name has no invisible characters except those
 * that shape the characters beside them.
 */

/** Unicode's invisible characters: fillers, joiners, variation selectors, tags. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u
/** Spaces of all widths, and the braille pattern without a dot. */
const BLANK = /^[\s\u2800]*$/u
const PICTOGRAM = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u
/** Scripts in which joiners shape letters. */
const SHAPED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u

/** The name without invisible characters; '' if nothing visible is left. */
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

/** Whether an invisible character changes the drawing of its neighbours. */
function shapes(unseen: string, before: string, after: string): boolean {
  if (unseen === '\ufe0f') return /\p{Extended_Pictographic}/u.test(before)
  if (unseen !== '\u200c' && unseen !== '\u200d') return false
  if (SHAPED.test(before) && SHAPED.test(after)) return true
  return unseen === '\u200d' && PICTOGRAM.test(before) && /\p{Extended_Pictographic}/u.test(after)
}
