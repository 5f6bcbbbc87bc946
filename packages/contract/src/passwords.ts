/** In characters; the most are `textLimits.password`. */
export const shortestPassword = 12

const fewestDistinct = 4

export const passwordWeaknesses = {
  tooShort: `A password has at least ${shortestPassword} characters.`,
  tooPlain: 'This password repeats the same few characters.',
} as const

/** Why a new password is refused. The server refuses common passwords as well, by a list. */
export function findPasswordWeakness(password: string): keyof typeof passwordWeaknesses | undefined {
  const characters = Array.from(password)
  if (characters.length < shortestPassword) return 'tooShort'
  return new Set(characters).size < fewestDistinct ? 'tooPlain' : undefined
}
