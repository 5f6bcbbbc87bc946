/** Calling codes of two digits; +1 and +7 have one, all others three. */
const twoDigitCodes = new Set(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
)

/** `(212) 555-0147` in North America, `+44 207 946 0958` elsewhere; anything but an E.164 number stays as it is. */
export function formatPhone(number: string): string {
  const northAmerican = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number)
  if (northAmerican !== null) {
    const [, area, exchange, line] = northAmerican
    return `(${area}) ${exchange}-${line}`
  }
  if (!/^\+\d{7,15}$/.test(number)) return number
  const code = callingCode(number.slice(1))
  return `+${code} ${inGroups(number.slice(1 + code.length))}`
}

function callingCode(digits: string): string {
  if (digits.startsWith('1') || digits.startsWith('7')) return digits.slice(0, 1)
  const two = digits.slice(0, 2)
  return twoDigitCodes.has(two) ? two : digits.slice(0, 3)
}

/** Threes, with a last group of two to four. */
function inGroups(digits: string): string {
  const groups: string[] = []
  let rest = digits
  while (rest.length > 4) {
    groups.push(rest.slice(0, 3))
    rest = rest.slice(3)
  }
  return [...groups, rest].join(' ')
}
