import { z } from 'zod'
import { textLimits } from './limits.ts'

// Control characters, halves of surrogate pairs, line ends, and whatever is not seen or turns the direction of writing:
// with them a name can look like another one, or change how the text around it reads.
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Scripts in which a joiner or non-joiner between two letters changes how they are written, as in Persian and Hindi. */
const joiningScripts =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Tibetan Myanmar Khmer'
const joining = `[${joiningScripts
  .split(' ')
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')}]`

/** Emoji of several parts, with the sign for a coloured picture, and joiners between letters that need them. */
const allowed = new RegExp(
  [
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
    String.raw`(?<=[\p{Extended_Pictographic}\d#*])[\uFE0E\uFE0F]`,
    `(?<=${joining})[\u200C\u200D](?=${joining})`,
  ].join('|'),
  'gu',
)

const unseenError = 'contains an invisible character. Type it instead of pasting it'

/** One line of text, of signs that people see. It may be empty. */
export function lineOf(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => !hasUnseen(text), {
      error: unseenError,
    })
}

/** A line that is not empty and may have line ends in it, which are taken for spaces. */
export function foldedLineOf(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1, 'is missing')
    .max(maxLength)
    .refine((text) => !hasUnseen(text.replaceAll(/\r?\n/g, ' ')), { error: unseenError })
}

/** What somebody calls something: a line that is not empty. */
export function nameOf(maxLength: number) {
  return lineOf(maxLength).min(1, 'is missing')
}

/** Of a role, a group, an API key, a saved report, … */
export const RecordName = nameOf(textLimits.recordName)

export function hasUnseen(text: string): boolean {
  return unseen.test(text.replaceAll(allowed, ''))
}
