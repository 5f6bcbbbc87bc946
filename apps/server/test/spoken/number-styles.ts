import { between, chance, pick, type Random } from '#server/setup/demo/random.ts'

/** A part of what somebody says: plain words, or digits that must not be heard. */
export type Piece = string | { said: string; digits: number }

const units = 'zero one two three four five six seven eight nine'.split(' ')
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const tens = '. . twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const unidades = 'cero uno dos tres cuatro cinco seis siete ocho nueve'.split(' ')
const decenas = '. . veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ')
const diez = 'diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve'.split(' ')
const veinti =
  'veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  )
/** As speech to text hears digits. */
const misheard = [
  ['oh', 'o', 'zero'],
  ['won', 'one'],
  ['to', 'too', 'two'],
  ['tree', 'three'],
  ['for', 'four', 'fore'],
  ['five', 'fife'],
  ['six', 'sicks'],
  ['seven'],
  ['ate', 'eight'],
  ['niner', 'nine'],
]

export const englishStyles = [
  'single',
  'single',
  'oh',
  'figures',
  'figures',
  'spaced',
  'dashed',
  'dotted',
  'groups',
  'double',
  'pairs',
  'hundreds',
  'thousands',
  'misheard',
  'mixed',
] as const
export const spanishStyles = ['sencillo', 'parejas', 'doble', 'figures', 'groups'] as const
export type Style = (typeof englishStyles)[number] | (typeof spanishStyles)[number]

/** Ways of saying a number, one piece for each word or group. */
export function sayNumber(random: Random, digits: string, style: Style): Piece[] {
  switch (style) {
    case 'figures':
      return [secret(digits, digits.length)]
    case 'spaced':
      return [secret(Array.from(digits).join(' '), digits.length)]
    case 'dashed':
    case 'dotted':
      return [secret(grouped(digits).join(style === 'dashed' ? '-' : '.'), digits.length)]
    case 'groups':
      return grouped(digits).map((group) => secret(group, group.length))
    case 'pairs':
      return split(digits, 2).map((pair) => secret(pairOf(pair), pair.length))
    case 'hundreds':
      return split(digits, 3).map((three) => secret(hundredOf(three), three.length))
    case 'thousands':
      return split(digits, 4).map((four) => secret(thousandOf(four), four.length))
    case 'parejas':
      return split(digits, 2).map((pair) => secret(parejaOf(pair), pair.length))
    case 'double':
    case 'doble':
      return (digits.match(/(\d)\1\1|(\d)\2|\d/g) ?? []).map((part) =>
        secret(repeatOf(part, style), part.length),
      )
    case 'mixed':
      return split(digits, 4).flatMap((group) =>
        sayNumber(random, group, pick(random, ['single', 'figures', 'pairs', 'double', 'spaced'] as const)),
      )
    default:
      return Array.from(digits, (digit) => secret(digitOf(random, Number(digit), style), 1))
  }
}

export function secret(said: string, digits: number): Piece {
  return { said, digits }
}

export function digitsOf(random: Random, count: number): string {
  return Array.from({ length: count }, () => String(between(random, 0, 9))).join('')
}

/** A number as a network gives it: the sum from the right, every second digit from a table, ends in zero. */
export function cardNumber(random: Random): string {
  const [prefix, length] = pick<[string, number]>(random, [
    ['4', 16],
    ['4', 16],
    ['52', 16],
    ['2720', 16],
    ['37', 15],
    ['6011', 16],
  ])
  const body = prefix + digitsOf(random, length - 1 - prefix.length)
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
  const sum = Array.from(body)
    .toReversed()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? (doubled[Number(digit)] ?? 0) : Number(digit)), 0)
  return body + String((10 - (sum % 10)) % 10)
}

/** With words between its digits, and one of them said wrong and put right. */
export function withBreaks(
  random: Random,
  pieces: readonly Piece[],
  { fillers, corrections }: { fillers: readonly string[]; corrections: readonly string[] },
): Piece[] {
  const wrong = chance(random, 0.15) ? between(random, 0, pieces.length - 1) : -1
  return pieces.flatMap((piece, at) => {
    const broken: Piece[] = at > 0 && chance(random, 0.08) ? [pick(random, fillers), piece] : [piece]
    if (at === wrong) broken.push(pick(random, corrections), secret(pick(random, units), 1))
    return broken
  })
}

function digitOf(random: Random, digit: number, style: Style): string {
  if (style === 'oh' && digit === 0) return pick(random, ['oh', 'o'])
  if (style === 'misheard') return pick(random, misheard[digit] ?? [])
  return (style === 'sencillo' ? unidades : units)[digit] ?? ''
}

function repeatOf(part: string, style: Style): string {
  const isSpanish = style === 'doble'
  const digit = (isSpanish ? unidades : units)[Number(part.charAt(0))] ?? ''
  if (part.length === 1) return digit
  if (part.length === 3) return `triple ${digit}`
  return `${isSpanish ? 'doble' : 'double'} ${digit}`
}

function pairOf(pair: string): string {
  const value = Number(pair)
  if (pair.length === 1) return units[value] ?? ''
  if (value < 10) return `oh ${units[value]}`
  if (value < 20) return teens[value - 10] ?? ''
  const ten = tens[Math.floor(value / 10)] ?? ''
  return value % 10 === 0 ? ten : `${ten}-${units[value % 10]}`
}

function hundredOf(three: string): string {
  const [hundreds = 0] = Array.from(three, Number)
  if (three.length < 3 || hundreds === 0) return Array.from(three, (digit) => units[Number(digit)]).join(' ')
  const rest = three.slice(1)
  return rest === '00'
    ? `${units[hundreds]} hundred`
    : `${units[hundreds]} hundred ${pairOf(rest).replace('oh ', '')}`
}

function thousandOf(four: string): string {
  if (four.length < 4 || four.startsWith('0'))
    return Array.from(four, (digit) => units[Number(digit)]).join(' ')
  const rest = String(Number(four.slice(1)))
  const thousands = `${units[Number(four.charAt(0))]} thousand`
  if (rest === '0') return thousands
  return `${thousands} ${rest.length === 3 ? hundredOf(rest) : pairOf(rest.padStart(2, '0')).replace('oh ', '')}`
}

function parejaOf(pair: string): string {
  const value = Number(pair)
  if (pair.length === 1) return unidades[value] ?? ''
  if (value < 10) return `cero ${unidades[value]}`
  if (value < 20) return diez[value - 10] ?? ''
  if (value < 30) return veinti[value - 20] ?? ''
  const ten = decenas[Math.floor(value / 10)] ?? ''
  return value % 10 === 0 ? ten : `${ten} y ${unidades[value % 10]}`
}

function grouped(digits: string): string[] {
  return split(digits, digits.length > 9 ? 4 : 3)
}

function split(digits: string, size: number): string[] {
  return digits.match(new RegExp(String.raw`\d{1,${size}}`, 'g')) ?? []
}
