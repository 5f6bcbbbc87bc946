import { deflateRawSync } from 'node:zlib'
import { Mapping } from '@callboard/contract/mappings'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { readSourceFile, sourceOf } from '#test/sources/read-source-file.ts'
import { type Cell, workbookOf } from '#test/write-workbook.ts'
import { mapped } from './mapped.ts'
import { previewSample } from './preview-sample.ts'
import { guessSample } from './read-sample.ts'

const column = (name: string) => ({ origin: { kind: 'columns' as const, columns: [name] } })

const mapping: z.input<typeof Mapping> = {
  format: 'xlsx',
  timeFormats: ['iso'],
  numbers: { as: 'fromAndTo', from: column('From'), to: column('To') },
  fields: {
    externalCallId: [column('Id')],
    startedAt: [column('Start')],
    direction: [{ origin: { kind: 'constant', value: 'inbound' } }],
    talkDuration: [{ ...column('Talk'), unit: 'h:mm:ss' }],
    agent: [column('Agent')],
  },
}

const header = ['Id', 'Start', 'From', 'To', 'Talk', 'Agent']

/** The 3rd of November 2026, 9:15, as workbooks count days. */
const start = { value: 46_329 + 9.25 / 24, format: 'dd/mm/yyyy hh:mm' }

function row(id: Cell, talk: Cell = { value: 155 / 86_400, format: '[h]:mm:ss' }): Cell[] {
  return [id, start, 14_155_550_142, '+12125550100', talk, 'Ada & Bob <ops>']
}

async function read(bytes: Uint8Array, given: Partial<z.input<typeof Mapping>> = {}) {
  const source = sourceOf(mapped, { mapping: Mapping.parse({ ...mapping, ...given }) })
  return await readSourceFile(mapped, bytes, source)
}

describe('a workbook', () => {
  it('has its dates, durations and texts as people see them', async () => {
    const { calls, rejected } = await read(
      workbookOf({ Calls: [header, row('a'), row('b', { value: 65 / 86_400, format: 'mm:ss' })] }),
    )
    expect(rejected).toEqual([])
    expect(calls).toMatchObject([
      {
        externalCallId: 'a',
        startedAt: '2026-11-03T09:15:00.000Z',
        callerNumber: '+14155550142',
        talkDuration: 155,
        agent: 'Ada & Bob <ops>',
      },
      { externalCallId: 'b', talkDuration: 65 },
    ])
  })

  it('is read from the sheet that the mapping names, below its titles', async () => {
    const bytes = workbookOf({ About: [['Report']], Calls: [['Calls of November'], [], header, row('a')] })
    const { calls } = await read(bytes, { sheet: 'Calls', skipLines: 1 })
    expect(calls.map(({ externalCallId }) => externalCallId)).toEqual(['a'])
    await expect(read(bytes, { sheet: 'Anrufe' })).rejects.toThrow('it has no sheet “Anrufe”')
  })

  it('is guessed, with titles above the header', async () => {
    const rows = ['a', 'b', 'c'].map((id) => row(`call-${id}`))
    const bytes = workbookOf({ Calls: [['Calls of November'], [], header, ...rows] })
    const source = sourceOf(mapped, { ownNumbers: ['+12125550100'] })
    const { mapping: guessed } = await guessSample({ bytes, isCut: false }, source)
    expect(guessed).toMatchObject({ format: 'xlsx', hasHeader: true })
    const { counts, rows: shown } = await previewSample({ bytes, isCut: false }, guessed, source)
    expect(counts).toMatchObject({ calls: 3, rejected: 0 })
    expect(shown[0]).toMatchObject({ call: { talkDuration: 155, callerNumber: '+14155550142' } })
  })

  it.each([
    ['cut in the middle', workbookOf({ Calls: [header, row('a')] }).subarray(0, 900)],
    ['another archive', zipOf('notes.txt', Buffer.from('hello'))],
    ['text', Buffer.from('Id,Start\n')],
  ])('%s is none', async (_, bytes) => {
    await expect(read(bytes)).rejects.toThrow(/^The file cannot be read as a workbook: /)
  })

  it('that expands to far more than its size is not read', async () => {
    const bomb = Buffer.alloc(200 << 20, ' ')
    await expect(read(zipOf('xl/workbook.xml', bomb))).rejects.toThrow(
      /it expands to hundreds of times its size|a part of it is too large/,
    )
  })
})

/** A ZIP with one entry. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const path = Buffer.from(name)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt16LE(path.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt16LE(path.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt32LE(entry.length + path.length, 12)
  end.writeUInt32LE(local.length + path.length + packed.length, 16)
  return Buffer.concat([local, path, packed, entry, path, end])
}
