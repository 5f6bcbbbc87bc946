import { ImportFileError } from '#server/lib/files/text-lines.ts'
import { parseLeg } from './cdr-layout.ts'
import { isLeg, reject, type Leg, type LegReading, type RejectedLeg } from './legs.ts'
import { masterCsv } from './master-csv.ts'
import type { RecognisedFile } from './recognise-layout.ts'

export type Parsed = Leg | RejectedLeg

export interface LineReader {
  /** What is certain after this line: nothing, one leg or rejected line, or also the rejected lines before it. */
  read(raw: string, isCut: boolean): Parsed[]
  /** At the end of the file. */
  end(): RejectedLeg[]
}

/** A field may contain line breaks; a leg has at most this many lines. */
const maxLinesOfLeg = 10

interface OpenLine {
  readonly raw: string
  readonly rejected: RejectedLeg
}

/**
 * Reads legs out of the lines of a file, in order.
 *
 * A quote that is not closed is either a broken line or a field with a line break in it. The next line decides: when it
 * is a leg of its own, the one before was broken; when both together are a leg, they are one. So a broken line costs only
 * itself.
 */
export function lineReader(reading: LegReading, file: RecognisedFile | undefined): LineReader {
  const parsing = { ...reading, layout: file?.layout ?? masterCsv }
  let line = 0
  let isStart = true
  let defaultFields: number | undefined
  let open: OpenLine[] = []

  function closeOpen(): RejectedLeg[] {
    const rejected = open.map((part) => part.rejected)
    open = []
    return rejected
  }

  function joined(raw: string): Leg | undefined {
    const [first] = open
    if (first === undefined) return undefined
    const text = [...open.map((part) => part.raw), raw].join('\n')
    const parsed = parseLeg(text, first.rejected.line, parsing)
    return isLeg(parsed) ? parsed : undefined
  }

  return {
    read(raw, isCut) {
      line++
      if (raw.trim() === '') return []
      const isHeader = isStart && file?.hasHeader === true
      if (isStart && file === undefined) requireNoMarkup(raw)
      isStart = false
      if (isHeader) return []
      const parsed = parseLeg(raw, line, parsing)
      if (isLeg(parsed)) {
        const isShort = isCut && defaultFields !== undefined && parsed.fieldCount !== defaultFields
        defaultFields = parsed.fieldCount
        return [...closeOpen(), isShort ? cutLine(line, raw) : parsed]
      }
      const leg = joined(raw)
      if (leg !== undefined) {
        open = []
        return [leg]
      }
      if (isCut) return [...closeOpen(), cutLine(line, raw)]
      if (open.length === 0 && parsed.code !== 'unbalancedQuote') return [parsed]
      const rejected = open.length >= maxLinesOfLeg ? closeOpen() : []
      open.push({ raw, rejected: parsed })
      return rejected
    },
    end: closeOpen,
  }
}

function cutLine(line: number, raw: string): RejectedLeg {
  return reject({ line, raw }, { code: 'cutLine', description: 'The file ends in the middle of this line.' })
}

function requireNoMarkup(firstLine: string): void {
  const start = firstLine.trimStart().charAt(0)
  const what = start === '<' ? 'HTML or XML' : start === '{' || start === '[' ? 'JSON' : undefined
  if (what === undefined) return
  throw new ImportFileError('wrongFormat', `The file is ${what}, without call detail records of Asterisk.`)
}
