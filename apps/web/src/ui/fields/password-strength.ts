import {
  findPasswordWeakness,
  type PasswordOwner,
  type PasswordWeakness,
} from '@callboard/contract/passwords'

/** A weakness is refused, the others are a guess. */
export type PasswordStrength = PasswordWeakness['kind'] | 'weak' | 'fair' | 'strong'

/** What people often type when a password has to be long. */
const commonParts =
  /password|passwort|p[a@][s$]{2}w[o0]rd|qwert|asdf|zxcv|letmein|welcome|admin|secret|iloveyou|monkey|dragon|football|summer|winter|spring|autumn|company|1234|abcd|(?:19|20)\d\d|callboard/g

/** A guess by length and variety, without the server's dictionaries. */
export function strengthOf(password: string, owner: PasswordOwner = {}): PasswordStrength {
  const weakness = findPasswordWeakness(password, owner)
  if (weakness !== undefined) return weakness.kind
  const bits = guessedBits(password)
  if (bits < 48) return 'weak'
  return bits < 72 ? 'fair' : 'strong'
}

/** Why a new password is not sent. The server also refuses what is easy to guess. */
export function newPasswordError(
  password: string,
  confirmation: string,
  owner: PasswordOwner = {},
): { field: 'password' | 'confirmation'; text: string } | undefined {
  const weakness = findPasswordWeakness(password, owner)
  if (weakness !== undefined) return { field: 'password', text: weakness.text }
  if (password !== confirmation) return { field: 'confirmation', text: 'The passwords do not match.' }
  return undefined
}

function guessedBits(password: string): number {
  const rest = Array.from(withoutRuns(password.toLowerCase().replaceAll(commonParts, '.')))
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

/** Keeps one character of each run of equal or consecutive ones, such as `aaa` and `456`. */
function withoutRuns(text: string): string {
  return Array.from(text)
    .filter((character, at, all) => at === 0 || Math.abs(codeOf(character) - codeOf(all[at - 1])) > 1)
    .join('')
}

function codeOf(character: string | undefined): number {
  return character?.codePointAt(0) ?? 0
}
