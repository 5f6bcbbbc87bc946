export interface CsvSyntax {
  readonly separator: string
  /** '' where fields are never quoted. */
  readonly quote: string
  readonly hasBackslashes: boolean
}

/** The fields of a line; `open` when a quote is not closed, `broken` when text follows a closing one. */
export type SplitLine = string[] | 'open' | 'broken'

/** Splits one line, or several that a quoted field spans. */
export function splitCsv(line: string, syntax: CsvSyntax): SplitLine {
  const { separator, quote, hasBackslashes } = syntax
  if (hasBackslashes && line.includes('\\')) return splitEscaped(line, syntax)
  if (quote === '' || !line.includes(quote)) return line.split(separator)
  const fields: string[] = []
  let at = 0
  for (;;) {
    if (line.startsWith(quote, at)) {
      const end = closingQuote(line, at + 1, quote)
      if (end === -1) return 'open'
      const text = line.slice(at + 1, end)
      fields.push(text.includes(quote) ? text.replaceAll(quote + quote, quote) : text)
      at = skipSpaces(line, end + 1, separator)
      if (at >= line.length) return fields
      if (!line.startsWith(separator, at)) return 'broken'
    } else {
      const found = line.indexOf(separator, at)
      const end = found === -1 ? line.length : found
      // Excel writes text that looks like a figure as ="0049…".
      fields.push(line.slice(at, end))
      if (found === -1) return fields
      at = end
    }
    at += separator.length
    // Some write a space after the comma, before the quote.
    const quoteAt = skipSpaces(line, at, separator)
    if (line.startsWith(quote, quoteAt)) at = quoteAt
  }
}

function closingQuote(line: string, from: number, quote: string): number {
  let end = line.indexOf(quote, from)
  while (end !== -1 && line.startsWith(quote, end + 1)) end = line.indexOf(quote, end + 2)
  return end
}

function skipSpaces(line: string, from: number, separator: string): number {
  if (separator === ' ') return from
  let at = from
  while (line.charCodeAt(at) === 0x20) at++
  return at
}

/** Character by character, as a backslash may stand before any of them. */
function splitEscaped(line: string, { separator, quote }: CsvSyntax): SplitLine {
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    if (character === '\\' && at + 1 < line.length) {
      at++
      field += unescaped(line.charAt(at))
    } else if (isQuoted) {
      if (character !== quote) field += character
      else if (line.charAt(at + 1) === quote) {
        field += quote
        at++
      } else isQuoted = false
    } else if (quote !== '' && character === quote && field === '') isQuoted = true
    else if (line.startsWith(separator, at)) {
      fields.push(field)
      field = ''
      at += separator.length - 1
    } else field += character
  }
  if (isQuoted) return 'open'
  fields.push(field)
  return fields
}

function unescaped(character: string): string {
  // MySQL writes NULL as \N.
  if (character === 'N') return ''
  return character === 'n' ? '\n' : character === 't' ? '\t' : character
}
