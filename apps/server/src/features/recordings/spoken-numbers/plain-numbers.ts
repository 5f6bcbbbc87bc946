import type { Token } from './spoken-digits.ts'

/** What is said of a number, and its place among the words of the call. */
interface NumberSaid {
  tokens: readonly Pick<Token, 'form' | 'digits'>[]
  digits: string
  turn: number
  first: number
  last: number
}

type Words = readonly (Pick<Token, 'form' | 'text'> & { turn: number })[]

/**
 * What the words beside a number say that it is, where nobody has to hide that: a price, how many, a date, a time, a place.
 * `sure`: they leave no doubt ("dollars", "a.m."); a number that was asked for may still look like one otherwise ("at four fifteen").
 */
export interface PlainReason {
  is: 'amount' | 'count' | 'moment' | 'place'
  isSure: boolean
}

const money =
  /^(?:dollars?|bucks|cents?|euros?|pounds?|pesos?|quid|grand|million|billion|percent|por|dolares)$/
const counted =
  /^(?:digits?|numbers|figures|seconds?|minutes?|mins?|hours?|days?|nights?|weeks?|months?|years?|miles?|blocks?|times|people|persons|guests|adults|kids|children|items?|pieces?|boxes|cases|units?|pairs?|copies|pages|feet|foot|inch(?:es)?|yards?|meters?|metres?|kilometers?|kilos?|grams?|ounces?|pounds?|gallons?|liters?|degrees|percent|bedrooms?|bathrooms?|rooms?|tickets?|seats?|tables?|bottles?|cans|cups|bags|gigs?|gigabytes|megabytes|megs|points?|stars?|calls|emails|messages|customers|employees|users|orders|payments|sets?|rolls|sheets|tons?|acres|floors|stories|cars|trucks|vehicles|tires|windows|doors|doses|pills|tablets|milligrams|watts|volts|amps|mph|rpm|horsepower|things?|of|or|percentage|fold|plus|dozen|options?|choices|questions?|reasons?|weeks'|days'|minutos|horas|dias|semanas|meses|anos|personas|veces)$/
const months =
  /^(?:january|february|march|april|may|june|july|august|september|sept|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/
const streets =
  /^(?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|boulevard|blvd|court|ct|place|pl|highway|hwy|parkway|pkwy|circle|terrace|square|trail|way|north|south|east|west|apartment|apt|suite|floor|unit|main)$/
const beforeTime = new Set(
  'at around about by until till before after between from past to and or opens closes closed noon las'.split(
    ' ',
  ),
)
const beforeYear = new Set(
  'in since of from until till before after year the back around late early mid circa by summer winter spring fall and between through'.split(
    ' ',
  ),
)
const places = new Set(
  'room suite flight gate floor exit route highway interstate apartment apt unit building number line bus train seat row channel page chapter version windows press dial option step lane aisle terminal platform zone area district ward lot grade level class section table bay dock store branch i us model type iphone galaxy pixel xbox playstation office formula channel'.split(
    ' ',
  ),
)

/** Undefined when nothing beside it says so. */
export function plainReason(said: Words, part: NumberSaid): PlainReason | undefined {
  const at = (index: number) => (said[index]?.turn === part.turn ? said[index] : undefined)
  const word = (index: number) => at(index)?.text ?? ''
  const { first, last, digits, tokens } = part
  const [next, afterNext] = [word(last + 1), word(last + 2)]
  const [before, beforeThat] = [word(first - 1), word(first - 2)]
  const isShort =
    tokens.length <= 2 || (tokens.length === 3 && tokens.some(({ form }) => form === 'quantity'))
  if (isShort && money.test(next)) return { is: 'amount', isSure: true }
  if (isShort && (counted.test(next) || isOfSeveral(before, next))) return { is: 'count', isSure: true }
  if (/^(?:am|pm|o'clock|oclock)$/.test(next) || (/^[ap]$/.test(next) && afterNext === 'm'))
    return { is: 'moment', isSure: true }
  if (isShort && (next === 'in' || next === 'de') && /^(?:the|la)$/.test(afterNext)) {
    if (/^(?:morning|afternoon|evening|manana|tarde|noche)$/.test(word(last + 3)))
      return { is: 'moment', isSure: true }
  }
  if (months.test(next) || months.test(before) || (months.test(beforeThat) && digits.length <= 6))
    return { is: 'moment', isSure: before !== 'may' && next !== 'may' }
  if (at(first - 1)?.form === 'amount' && months.test(beforeThat)) return { is: 'moment', isSure: true }
  const [token] = tokens
  if (tokens.length === 1 && token?.form === 'date') return { is: 'moment', isSure: token.digits.length > 4 }
  if (tokens.length === 1 && token?.form === 'time') return { is: 'moment', isSure: false }
  if (isYear(part) && (beforeYear.has(before) || months.test(beforeThat)))
    return { is: 'moment', isSure: false }
  if (isHour(part) && beforeTime.has(before)) return { is: 'moment', isSure: false }
  if (token?.form === 'decimal' && tokens.length <= 1) return { is: 'amount', isSure: false }
  if (digits.length <= 5 && [next, afterNext, word(last + 3)].some((one) => streets.test(one)))
    return { is: 'place', isSure: false }
  if (digits.length <= 6 && (places.has(before) || (places.has(beforeThat) && isFillerOfPlace.test(before))))
    return { is: 'place', isSure: false }
  return undefined
}

const isFillerOfPlace = /^(?:number|no|is|was|to|and)$/

/** "The last four", "the first two". */
function isOfSeveral(before: string, next: string): boolean {
  return /^(?:first|last|next|other|final|these|those|all)$/.test(before) && !/^\d+$/.test(next)
}

/** 1998, "nineteen ninety eight", "twenty twenty four", "two thousand six". */
function isYear({ digits }: NumberSaid): boolean {
  return /^(?:19|20)\d\d$/.test(digits)
}

/** "Ten", "ten thirty", 10 15. */
function isHour({ digits, tokens }: NumberSaid): boolean {
  return tokens.length <= 3 && /^(?:\d|1[0-2])(?:[0-5]\d)?$/.test(digits)
}

/** As North American numbers are said without a word of what they are: cards and accounts have other lengths. */
export function isPhoneLike(digits: string): boolean {
  return /^(?:1?[2-9]\d{9}|[2-9]\d{6}|(?:1?[2-9]\d{9}){2})$/.test(digits)
}

/** As they are written, and cards never are. */
const writtenPhone =
  /(?<![\d-])(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}(?![\d-])|(?<![\d-])\d{3}-\d{4}(?![\d-])/g

/** Where phone numbers are written in a text. */
export function writtenPhones(text: string): { from: number; to: number }[] {
  return Array.from(text.matchAll(writtenPhone), ({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
  }))
}
