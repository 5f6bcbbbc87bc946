/** Lengths and first digits of the cards in use (ISO/IEC 7812): Visa, Mastercard, American Express, Diners, and the rest. */
const cardNumber =
  /^(4(\d{12}|\d{15}|\d{18})|5[0-9]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|6\d{14,18})$/

const minCardDigits = 13
const maxCardDigits = 19

/**
 * The tokens, by their place in the list, of which some range is a card's number. Takes time by the number of tokens alone.
 */
export function cardTokens(tokens: readonly { digits: string }[]): Set<number> {
  const digits = tokens.map((token) => token.digits).join('')
  if (digits.length < minCardDigits) return new Set()
  const sums = luhnSums(digits)
  const starts = [0]
  for (const token of tokens) starts.push((starts.at(-1) ?? 0) + token.digits.length)
  const found = new Set<number>()
  for (const from of tokens.keys()) {
    const start = starts[from] ?? 0
    for (let to = from; to < tokens.length; to += 1) {
      const end = starts[to + 1] ?? 0
      if (end - start > maxCardDigits) break
      if (end - start < minCardDigits || !isLuhnSum(sums, start, end)) continue
      if (cardNumber.test(digits.slice(start, end))) for (let at = from; at <= to; at += 1) found.add(at)
    }
  }
  return found
}

/** ISO/IEC 7812-1: every second digit from the right is doubled, and all add up to a multiple of ten. */
export function isLuhn(digits: string): boolean {
  return isLuhnSum(luhnSums(digits), 0, digits.length)
}

/** Sums of the digits before each place, those at even places doubled in one and those at odd places in the other. */
function luhnSums(digits: string): [even: Int32Array, odd: Int32Array] {
  const sums: [Int32Array, Int32Array] = [
    new Int32Array(digits.length + 1),
    new Int32Array(digits.length + 1),
  ]
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[at])
    const doubled = digit * 2 > 9 ? digit * 2 - 9 : digit * 2
    for (const [parity, sum] of sums.entries())
      sum[at + 1] = (sum[at] ?? 0) + (at % 2 === parity ? doubled : digit)
  }
  return sums
}

/** Whether the digits from one place to another, exclusive, are a number by that rule. */
function isLuhnSum([even, odd]: [Int32Array, Int32Array], from: number, to: number): boolean {
  const sums = to % 2 === 0 ? even : odd
  return ((sums[to] ?? 0) - (sums[from] ?? 0)) % 10 === 0
}
