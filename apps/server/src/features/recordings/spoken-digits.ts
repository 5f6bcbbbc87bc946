/** A stretch of text that stands for digits, or a word that stands for none. */
export type Token = {
  /** The digits it stands for, `` for any other word. */
  digits: string
  text: string
  /** Where it lies in the text, `to` exclusive. */
  from: number
  to: number
}

const units: Record<string, string> = {
  zero: '0',
  oh: '0',
  o: '0',
  nought: '0',
  naught: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  niner: '9',
}
const teens: Record<string, string> = {
  ten: '10',
  eleven: '11',
  twelve: '12',
  thirteen: '13',
  fourteen: '14',
  fifteen: '15',
  sixteen: '16',
  seventeen: '17',
  eighteen: '18',
  nineteen: '19',
}
const tens: Record<string, string> = {
  twenty: '2',
  thirty: '3',
  forty: '4',
  fourty: '4',
  fifty: '5',
  sixty: '6',
  seventy: '7',
  eighty: '8',
  ninety: '9',
}
const repeats: Record<string, number> = { double: 2, triple: 3, treble: 3, quadruple: 4 }
const scales: Record<string, string> = { hundred: '00', thousand: '000' }

/** A price, a date or a time as a word of its own, and every other word. */
const word = /[$€£] ?\d[\d,.]*|\d{1,2}\/\d{1,2}\/\d{2,4}|\d{1,2}:\d{2}|[\p{L}\p{N}']+/gu

/**
 * The words of a text, those that stand for digits with their digits: `4111`, `four`, `oh`, `double four`,
 * `forty-one`, `forty-one hundred`, `nineteen`. Signs between words belong to none.
 */
export function tokensOf(text: string): Token[] {
  const words = Array.from(text.matchAll(word), (found) => ({
    text: found[0].toLowerCase(),
    from: found.index,
    to: found.index + found[0].length,
  }))
  const tokens: Token[] = []
  for (let at = 0; at < words.length;) {
    const number = digitsAt(words.slice(at, at + 3).map((one) => one.text))
    const { digits, count } = isAmount(words, at, number.count) ? { digits: '', count: 1 } : number
    const first = words[at]
    const last = words[at + count - 1]
    if (first === undefined || last === undefined) break
    tokens.push({ digits, text: first.text, from: first.from, to: last.to })
    at += count
  }
  return tokens
}

const counted =
  /^(digits?|numbers|percent|dollars?|bucks|cents?|euros?|pounds?|minutes?|hours?|days?|weeks?|months?|years?|miles?|times|people)$/

/** Whether it says how many, and is no part of a number: "the last three numbers", "and the next four?", "ten dollars". */
function isAmount(words: { text: string }[], at: number, count: number): boolean {
  const before = words[at - 1]?.text ?? ''
  const after = words[at + count]?.text ?? ''
  return counted.test(after) || (/^(first|last|next|other|final)$/.test(before) && !isDigits(after))
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text) || text in units || text in teens || text in tens || text in repeats
}

/** The digits that the first of these words stand for, and how many words that took. */
function digitsAt([first = '', second = '', third = '']: string[]): { digits: string; count: number } {
  if (/^\d+$/.test(first)) return { digits: first, count: 1 }
  const repeated = repeats[first]
  const unit = units[second] ?? (/^\d$/.test(second) ? second : undefined)
  if (repeated !== undefined && unit !== undefined) return { digits: unit.repeat(repeated), count: 2 }
  const small = smallNumber([first, second])
  if (small === undefined) return { digits: '', count: 1 }
  const scale = scales[small.count === 1 ? second : third]
  return scale === undefined ? small : { digits: small.digits + scale, count: small.count + 1 }
}

function smallNumber([first = '', second = '']: string[]): { digits: string; count: number } | undefined {
  const ten = tens[first]
  if (ten !== undefined) {
    const unit = units[second]
    return unit === undefined || unit === '0'
      ? { digits: `${ten}0`, count: 1 }
      : { digits: ten + unit, count: 2 }
  }
  const digits = units[first] ?? teens[first]
  return digits === undefined ? undefined : { digits, count: 1 }
}
