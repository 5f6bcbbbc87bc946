import { findPasswordWeakness, passwordWeaknesses } from '@callboard/contract/passwords'

/** The first two are refused, the others are a guess. */
export type PasswordStrength = 'tooShort' | 'tooPlain' | 'weak' | 'fair' | 'strong'

/** What people type when they are asked for twelve characters. */
const wellWorn =
  /password|passwort|qwert|asdf|zxcv|letmein|welcome|admin|secret|iloveyou|monkey|dragon|football|1234|abcd|callboard/g

/** A guess by length and variety; the list of common passwords is the server's. */
export function strengthOf(password: string): PasswordStrength {
  const weakness = findPasswordWeakness(password)
  if (weakness !== undefined) return weakness
  const bits = guessedBits(password)
  if (bits < 48) return 'weak'
  return bits < 72 ? 'fair' : 'strong'
}

/** What keeps a new password from being sent; the server looks it up in the list of common ones. */
export function newPasswordError(
  password: string,
  confirmation: string,
): { field: 'password' | 'confirmation'; text: string } | undefined {
  const weakness = findPasswordWeakness(password)
  if (weakness !== undefined) return { field: 'password', text: passwordWeaknesses[weakness] }
  if (password !== confirmation) return { field: 'confirmation', text: 'The two are not the same.' }
  return undefined
}

function guessedBits(password: string): number {
  const rest = Array.from(withoutRuns(password.toLowerCase().replaceAll(wellWorn, '.')))
  const kinds: readonly [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[ -/:-@[-`{-~]/, 33],
    [/[^ -~]/, 100],
  ]
  const alphabet = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const effective = (rest.length + new Set(rest).size) / 2
  return effective * Math.log2(alphabet)
}

/** One sign for each run of the same or of neighbours, such as `aaa` and `456`. */
function withoutRuns(text: string): string {
  return Array.from(text)
    .filter((sign, at, all) => at === 0 || Math.abs(codeOf(sign) - codeOf(all[at - 1])) > 1)
    .join('')
}

function codeOf(sign: string | undefined): number {
  return sign?.codePointAt(0) ?? 0
}
