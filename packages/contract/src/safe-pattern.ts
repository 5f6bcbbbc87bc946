/** How many parts of a pattern may repeat without end. Together with the length of a value they bound the time that it takes. */
const repeatsLimit = 3

/**
 * Whether a regular expression is valid and read in a short time, whatever it is asked about: nothing that repeats contains
 * something that repeats, and it looks neither back nor ahead.
 */
export function isSafePattern(pattern: string): boolean {
  try {
    RegExp(pattern, 'u')
  } catch {
    return false
  }
  if (/\\[1-9k]|\(\?<?[=!]/.test(pattern)) return false
  const plain = pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x')
  const repeats = plain.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0
  return repeats <= repeatsLimit && !repeatsWithinRepeats(plain)
}

function repeatsWithinRepeats(plain: string): boolean {
  const groups: boolean[] = []
  for (let at = 0; at < plain.length; at++) {
    const character = plain.charAt(at)
    if (character === '(') groups.push(false)
    else if (character === ')') {
      const hasRepeats = groups.pop() === true
      const isRepeated = /^[*+{]/.test(plain.slice(at + 1))
      if (isRepeated && hasRepeats) return true
      if (hasRepeats || isRepeated) markLast(groups)
    } else if (/[*+{?]/.test(character) && plain.charAt(at - 1) !== '(') markLast(groups)
  }
  return false
}

function markLast(groups: boolean[]): void {
  if (groups.length > 0) groups[groups.length - 1] = true
}
