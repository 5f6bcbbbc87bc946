import { z } from 'zod'
import { textLimits } from './limits.ts'

// Control characters, halves of pairs, and whatever is shown as nothing or turns the direction of writing: two names
// that differ in these alone look the same.
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** As long as a name may be when its signs are taken apart; one sign may stand for eighteen letters. */
const maxFoldedLength = 200

// Alphabets whose letters are drawn alike.
const latin = /\p{Script=Latin}/u
const likeLatin = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u

/** A name to sign in by. */
export const UserName = z
  .string()
  .trim()
  .min(1, 'is missing')
  .max(textLimits.userName)
  .refine((name) => !unseen.test(name), 'contains an invisible character')
  .refine((name) => !/[^\S ]| {2}/.test(name), 'contains more than one space in a row')
  .refine((name) => !/\p{So}/u.test(name), 'contains an emoji or another symbol that is hard to type')
  .refine((name) => name.normalize('NFKC').length <= maxFoldedLength, 'is too long')
  .refine(
    (name) => !isOfTwoAlphabets(name.normalize('NFKC')),
    'mixes look-alike letters of different alphabets',
  )

function isOfTwoAlphabets(name: string): boolean {
  return latin.test(name) && likeLatin.test(name)
}

/** An email address, by which its user may sign in as well. */
export const EmailAddress = z
  .string()
  .trim()
  .max(textLimits.email)
  .refine((address) => z.regexes.unicodeEmail.test(address), 'is not a valid email address')
  .refine((address) => !unseen.test(address), 'contains an invisible character')
  .refine((address) => address.normalize('NFKC').length <= maxFoldedLength, 'is too long')
