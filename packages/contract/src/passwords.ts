/** In characters; the most are `textLimits.password`. */
export const minPasswordLength = 12

const minDistinct = 4

/** What the password of a user must not contain: whoever guesses tries it first. Those that are known. */
export interface PasswordOwner {
  userName?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | null | undefined
  customerName?: string | null | undefined
  productName?: string | undefined
}

export interface PasswordWeakness {
  kind: 'tooShort' | 'tooPlain' | 'holdsName'
  /** A sentence for whoever chooses the password. */
  text: string
}

/** Why a new password is refused. The server also refuses what is easy to guess, by its dictionaries. */
export function findPasswordWeakness(
  password: string,
  owner: PasswordOwner = {},
): PasswordWeakness | undefined {
  const characters = Array.from(password)
  if (characters.length < minPasswordLength)
    return { kind: 'tooShort', text: `Use at least ${minPasswordLength} characters.` }
  if (new Set(characters).size < minDistinct)
    return { kind: 'tooPlain', text: 'This password repeats the same few characters.' }
  for (const { name, of } of namesOf(owner)) {
    const held = heldPart(password, name)
    if (held !== undefined) return { kind: 'holdsName', text: `A password must not contain ${of} (${held}).` }
  }
  return undefined
}

function namesOf({ userName, firstName, lastName, email, customerName, productName }: PasswordOwner) {
  return [
    { name: userName, of: 'the user name' },
    { name: firstName, of: 'the first name' },
    { name: lastName, of: 'the last name' },
    { name: email?.split('@')[0], of: 'the email address' },
    { name: customerName, of: "the customer's name" },
    { name: productName, of: "the portal's name" },
  ]
}

const minNameLength = 3
// A shorter word of a name is part of too many others.
const minWordLength = 4

/** The name, or a word of it, that a password contains, however it is written. */
function heldPart(password: string, name: string | null | undefined): string | undefined {
  const folded = fold(name ?? '')
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const whole = words.join('')
  if (whole.length < minNameLength) return undefined
  const typed = fold(password)
  if (words.length > 1 && typed.replaceAll(/[^\p{L}\p{N}]+/gu, '').includes(whole)) return folded.trim()
  return words.find((word) => word.length >= Math.min(minWordLength, whole.length) && typed.includes(word))
}

/** Without regard to case, accents and width. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
