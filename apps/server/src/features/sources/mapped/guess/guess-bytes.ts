import type { MappingEncoding, MappingFormat } from '@callboard/contract/mappings'
import { likely, type Reasoned, sure } from './reasoned.ts'

export function guessEncoding(bytes: Uint8Array): Reasoned<MappingEncoding> {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf)
    return sure('utf-8', 'The file begins with the mark of UTF-8.')
  if (first === 0xff && second === 0xfe) return sure('utf-16le', 'The file begins with the mark of UTF-16.')
  if (first === 0xfe && second === 0xff) return sure('utf-16be', 'The file begins with the mark of UTF-16.')
  const start = bytes.subarray(0, 4096)
  const zeros = [0, 1].map((parity) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length)
  const [even = 0, odd = 0] = zeros
  const why = 'Every other byte is zero, as in UTF-16.'
  if (odd > start.length / 4) return likely('utf-16le', why)
  if (even > start.length / 4) return likely('utf-16be', why)
  if (!hasHighBytes(bytes)) return likely('utf-8', 'There are only letters without accents so far.')
  if (isUtf8(bytes)) return sure('utf-8', 'All letters with accents are valid UTF-8.')
  return likely('windows-1252', 'It is not UTF-8; Windows-1252 is what older programs write.')
}

function hasHighBytes(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte >= 0x80)
}

/** The last letter may be cut. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

export function guessFormat(bytes: Uint8Array, text: string): Reasoned<MappingFormat> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return sure('xlsx', 'The file is a ZIP archive, as workbooks are.')
  const start = text.trimStart().charAt(0)
  if (start === '{' || start === '[') return sure('json', `It begins with ${start}.`)
  return likely('csv', 'It is text, but not JSON.')
}

/** The body of a form: `CallSid=CA1&From=%2B1415…`. */
export function isFormBody(text: string): boolean {
  const pairs = text.trim().split('&')
  return pairs.length >= 3 && !/\s/.test(text.trim()) && pairs.every((pair) => /^[\w.[\]%-]+=/.test(pair))
}
