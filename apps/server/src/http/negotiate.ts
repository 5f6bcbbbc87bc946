import type { Endpoint } from '@callboard/contract/endpoint'
import { AppError } from '../lib/app-error.ts'

const json = 'application/json'
const anything = '*/*'

/**
 * The media type of the answer: of those that the endpoint produces, the one with the highest quality in the Accept
 * header; JSON (or the first type of a file) for `*\/*` and without a header. An endpoint that only produces JSON ignores
 * the header. One that also produces anything (`*\/*`) answers with JSON to whoever prefers that by name, and with the file to
 * everybody else: players and browsers say what they like.
 */
export function negotiate(
  accept: string | undefined,
  { response, alsoProduces = [] }: Pick<Endpoint, 'response' | 'alsoProduces'>,
): string {
  const produced = response === 'file' ? alsoProduces : [json, ...alsoProduces]
  const [first = json] = produced
  if (alsoProduces.includes(anything)) return parseRanges(accept)[0]?.range === json ? json : anything
  if (alsoProduces.length === 0 || accept === undefined || accept.trim() === '') return first
  for (const { range } of parseRanges(accept)) {
    const match = produced.find((type) => matches(range, type))
    if (match !== undefined) return match
  }
  throw new AppError('notAcceptable', `Available types: ${produced.join(', ')}.`)
}

/** The best first. */
function parseRanges(accept = '') {
  return accept
    .split(',')
    .map(parseRange)
    .filter((range) => range.quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
}

function parseRange(text: string): { range: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { range, quality: quality === undefined ? 1 : Number(quality) || 0 }
}

function matches(range: string, type: string): boolean {
  return range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
}
