import type { SourceContext } from '../adapter.ts'
import { startBytes } from '../../../lib/files/start-of-file.ts'
import { columnNamed } from './cdr-columns.ts'
import { jsonLayout, parseLeg, separators, type CdrLayout } from './cdr-layout.ts'
import { headerLayout, tableLayout } from './cdr-table.ts'
import { defaultCustomLayout, mappingLayouts } from './custom-mapping.ts'
import { isLeg, type LegReading } from './legs.ts'
import { masterCsv } from './master-csv.ts'

/** Lines that are looked at to recognise a file. */
const linesToRecognise = 50

export interface RecognisedFile {
  readonly layout: CdrLayout
  /** Whether the first line names the columns. */
  readonly hasHeader: boolean
}

/** The first lines of a file; the last one is left out where it may be cut. */
export function firstLines(start: Uint8Array): string[] {
  const lines = new TextDecoder().decode(start).split(/\r?\n/)
  const whole = start.length >= startBytes ? lines.slice(0, -1) : lines
  return whole.filter((line) => line.trim() !== '').slice(0, linesToRecognise)
}

/** Which of the formats makes legs of most of the first lines; undefined when none does of any. */
export function recogniseLayout(
  lines: readonly string[],
  { settings }: SourceContext,
  reading: LegReading,
): RecognisedFile | undefined {
  const [first = '', ...others] = lines
  const withHeader = separators.flatMap((separator) => headerLayout(first, separator) ?? [])
  const mappings = typeof settings['mappings'] === 'string' ? mappingLayouts(settings['mappings']) : []
  const found = [
    ...mappings.map((layout) => ({ layout, hasHeader: false })),
    ...withHeader.map((layout) => ({ layout, hasHeader: true })),
    ...builtIn.map((layout) => ({ layout, hasHeader: false })),
  ].map((file) => ({ file, legs: countLegs(file.hasHeader ? others : lines, file.layout, reading) }))
  const maxLegs = Math.max(...found.map(({ legs }) => legs))
  // A table may have no rows yet.
  if (maxLegs === 0) return withHeader.map((layout) => ({ layout, hasHeader: true }))[0]
  return found.find(({ legs }) => legs === maxLegs)?.file
}

const builtIn: readonly CdrLayout[] = [
  masterCsv,
  ...separators.map(defaultCustomLayout),
  ...separators.map(tableLayout),
  jsonLayout('cdr_custom', columnNamed),
]

function countLegs(lines: readonly string[], layout: CdrLayout, reading: LegReading): number {
  return lines.filter((line, at) => isLeg(parseLeg(line, at + 1, { ...reading, layout }))).length
}
