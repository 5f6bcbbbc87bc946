/** A text with its digits as 0–9: those of full width, raised and in circles, and those of other scripts, as ٤ and ४. */
export function withPlainDigits(text: string): string {
  return text.normalize('NFKC').replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => String(valueOf(digit)))
}

/** The digits of a script stand one after the other, and no two scripts' side by side. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && isDigit(code - value - 1)) value++
  return value
}

function isDigit(code: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(code))
}
