import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Mapping } from '@callboard/contract/mappings'
import { mapped } from '../apps/server/src/features/sources/mapped/mapped.ts'
import { workbookOf } from '../apps/server/test/write-workbook.ts'

const rowsOfPart = 50_000
const bars = { csv: 40_000, xlsx: 10_000 } as const

const column = (name: string) => ({ origin: { kind: 'columns' as const, columns: [name] } })

const header = ['Call', 'Begin', 'Caller', 'Called', 'Result', 'Talk', 'Agent', 'Note'] as const

const common = {
  timeFormats: ['D/M/YYYY H:mm:ss'],
  numbers: { as: 'fromAndTo' as const, from: column('Caller'), to: column('Called') },
  fields: {
    externalCallId: [column('Call')],
    startedAt: [column('Begin')],
    direction: [{ origin: { kind: 'constant' as const, value: 'inbound' } }],
    status: [
      { ...column('Result'), words: [{ word: 'Beantwortet', value: 'answered' }], otherwise: 'missed' },
    ],
    talkDuration: [{ ...column('Talk'), unit: 'm:ss' as const }],
    agent: [column('Agent')],
    note: [column('Note')],
  },
}

/** Files of a system that nobody knows, read by a mapping of the usual size. */
export async function readMappedFiles(
  folder: string,
  { rows, sheetRows }: { rows: number; sheetRows: number },
) {
  const workbook = workbookOf({
    Calls: [[...header], ...Array.from({ length: sheetRows }, (_, at) => rowOf(at))],
  })
  return [await readOne(folder, 'csv', mappedFile(rows)), await readOne(folder, 'xlsx', workbook)]
}

/** As a file of `header` and so many rows. */
export function mappedFile(rows: number): Buffer {
  const parts = [Buffer.from(`${header.join(';')}\n`)]
  for (let from = 0; from < rows; from += rowsOfPart) {
    const lines = Array.from({ length: Math.min(rowsOfPart, rows - from) }, (_, at) =>
      rowOf(from + at).join(';'),
    )
    parts.push(Buffer.from(`${lines.join('\n')}\n`))
  }
  return Buffer.concat(parts)
}

/** How it is read. */
export function mappingOf(format: 'csv' | 'xlsx') {
  return { ...common, format, separator: ';' }
}

function rowOf(at: number): string[] {
  const two = (figure: number) => String(figure).padStart(2, '0')
  // In the order in which they began, as exports are; every twelve seconds.
  const begun = new Date(Date.UTC(2023, 0, 1) + at * 12_000)
  const day = `${two(begun.getUTCDate())}/${two(begun.getUTCMonth() + 1)}/${begun.getUTCFullYear()}`
  const begin = `${day} ${begun.toISOString().slice(11, 19)}`
  const isAnswered = at % 3 > 0
  return [
    `call-${at}`,
    begin,
    `+1415${String(2_000_000 + (at % 700_000))}`,
    `+1800555${String(1000 + (at % 50))}`,
    isAnswered ? 'Beantwortet' : 'Verpasst',
    isAnswered ? `${at % 40}:${two(at % 60)}` : '0:00',
    `Agent ${at % 30}`,
    at % 10 === 0 ? 'asked for an offer' : '',
  ]
}

async function readOne(folder: string, format: 'csv' | 'xlsx', content: Buffer) {
  const path = join(folder, `mapped.${format}`)
  await writeFile(path, content)
  const mapping = Mapping.parse(mappingOf(format))
  const source = {
    sourceSystem: 'bench',
    timeZone: 'America/New_York',
    country: 'US' as const,
    ownNumbers: [],
    statusWords: [],
    settings: {},
    mapping,
  }
  const startedMs = performance.now()
  let read = 0
  let rejected = 0
  for await (const batch of mapped.file?.read({ path, name: path, bytes: content.length }, source) ?? []) {
    read += batch.rows
    rejected += batch.rejected.length
  }
  const elapsedMs = performance.now() - startedMs
  const rowsPerSecond = read / (elapsedMs / 1000)
  return { format, rows: read, rejected, elapsedMs, rowsPerSecond, isKept: rowsPerSecond >= bars[format] }
}
