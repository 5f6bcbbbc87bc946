import { CsvError, parse } from 'csv-parse/sync'

export interface CsvRow {
  /** Number of the line on which the row begins; the first line of the file is 1. */
  line: number
  /** Undefined when a quote is not closed, or text follows a closing quote. */
  fields: string[] | undefined
}

interface CsvFormat {
  delimiter: string
  /** How many lines come before the first row. */
  skipped: number
}

/**
 * Calls `onRow` for each row of the lines of a CSV file, of which a quoted field may span several. When a quote is not
 * closed, the lines up to where this shows are read one by one, so that one bad row does not swallow those after it.
 */
export function readCsvRows(
  lines: readonly string[],
  { delimiter, skipped }: CsvFormat,
  onRow: (row: CsvRow) => void,
): void {
  const bytes = Buffer.from(lines.join('\n'))
  const starts = startsOf(lines)
  for (let at = skipped; at < lines.length;) {
    const first = at
    try {
      parse(bytes.subarray(starts[first]), {
        delimiter,
        record_delimiter: '\n',
        relax_column_count: true,
        on_record: (fields: string[], info) => {
          onRow({ line: at + 1, fields })
          at = first + info.lines
          return null
        },
      })
      return
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      const failedAt = first + Number(error['lines']) - 1
      do {
        onRow({ line: at + 1, fields: parseCsvLine(lines[at] ?? '', delimiter) })
        at += 1
      } while (at < failedAt)
    }
  }
}

/** Where each line begins, in bytes. */
function startsOf(lines: readonly string[]): number[] {
  let start = 0
  return lines.map((line) => {
    const own = start
    start += Buffer.byteLength(line) + 1
    return own
  })
}

/**
 * The fields of one line; undefined when a quote is not closed, or text follows a closing quote. A quote inside a field
 * that does not begin with one is text, as in `5" pipe`.
 */
export function parseCsvLine(line: string, delimiter: string): string[] | undefined {
  const written: string[] = []
  try {
    const [fields = ['']] = parse(line, {
      delimiter,
      record_delimiter: '\n',
      relax_quotes: true,
      cast: (text, { quoting }) => {
        written.push(quoting ? `"${text.replaceAll('"', '""')}"` : text)
        return text
      },
    })
    // The parser lets text follow a closing quote when quotes may be text: then the line is not what was understood.
    return written.join(delimiter) === line ? fields : undefined
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}
