import { readFileSync } from 'node:fs'
import type { MappingGuess, MappingPreview } from '@callboard/contract/mappings'
import { describe, expect, it } from 'vitest'
import { samplesIn } from '#test/sources/samples.ts'
import { germany, mappedSamples, unitedStates } from '#test/sources/mapped-samples.ts'
import type { SourceContext } from '../adapter.ts'
import { previewSample } from './preview-sample.ts'
import { guessSample } from './read-sample.ts'

// What is guessed has to be right, or told as unsure.

const fixtures = new URL('../../../../test/fixtures/mapped/', import.meta.url)

async function read(
  bytes: Uint8Array,
  source: SourceContext,
): Promise<{ guess: MappingGuess; preview: MappingPreview }> {
  const guess = await guessSample({ bytes, isCut: false }, source)
  return { guess, preview: await previewSample({ bytes, isCut: false }, guess.mapping, source) }
}

async function readFixture(name: string, source = unitedStates) {
  return await read(readFileSync(new URL(name, fixtures)), source)
}

function callsOf({ rows }: MappingPreview) {
  return rows.map(({ call, problems }) => call ?? problems.map(({ description }) => description))
}

describe('what is guessed of a sample makes calls of it', () => {
  it.each(mappedSamples)('$name', async ({ name, source, rows, call, last }) => {
    const { preview } = await readFixture(name, source)
    expect(preview.problem).toBeNull()
    expect(preview.counts).toMatchObject({ calls: rows, rejected: 0 })
    const calls = callsOf(preview)
    expect(calls[0]).toMatchObject(call)
    expect(calls.at(-1)).toMatchObject(last)
  })
})

describe('a guess that may be wrong says so', () => {
  const csv = (days: string[]) =>
    Buffer.from(
      ['Id,Start,From,To', ...days.map((day, at) => `c${at},${day} 10:00,+14155550142,+12125550100`)].join(
        '\n',
      ),
    )

  it('day and month that could be the other way round', async () => {
    const { guess } = await read(csv(['03/04/2026', '04/04/2026', '05/04/2026']), unitedStates)
    expect(guess.mapping.timeFormats).toEqual(['D/M/YYYY H:mm'])
    expect(guess.reasons.find(({ part }) => part === 'timeFormats')).toMatchObject({ confidence: 'unsure' })
  })

  it('rows that are taken for legs, counted as people write it', async () => {
    const rows = Array.from(
      { length: 1200 },
      (_, at) => `c${at % 1100},2026-11-03T10:00:00Z,+14155550142,+12125550100`,
    )
    const { guess } = await read(Buffer.from(['Id,Start,From,To', ...rows].join('\n')), unitedStates)
    expect(guess.reasons.find(({ part }) => part === 'legsBy')?.why).toMatch(
      /^1,200 rows have 1,100 different values of “Id”/,
    )
  })

  it('a single day after the twelfth tells which is which', async () => {
    const { guess } = await read(csv(['03/04/2026', '03/14/2026']), unitedStates)
    expect(guess.mapping.timeFormats).toEqual(['M/D/YYYY H:mm'])
    expect(guess.reasons.find(({ part }) => part === 'timeFormats')).toMatchObject({ confidence: 'sure' })
  })

  it('words that nobody knows are left to be said', async () => {
    const text =
      'Start;Gegenstelle;Eigene Nr.;Status\n3.11.2026 09:15;0301234567;089555010;Beantwortet\n14.11.2026 09:25;0407654321;089555010;Blafasel\n'
    const { guess, preview } = await read(Buffer.from(text), germany)
    expect(guess.reasons.find(({ part }) => part === 'fields.status')).toMatchObject({
      confidence: 'unsure',
      why: 'Say what “Blafasel” means.',
    })
    expect(callsOf(preview)[1]).toEqual([
      'The value of “Status” is not a known status: say in the mapping what it means.',
    ])
  })
})

describe('a column whose name says what it is is taken for that where some values are wrong', () => {
  const csv = (columns: string, ...rows: string[]) =>
    Buffer.from(
      [`Id,From,To,${columns}`, ...rows.map((row, at) => `c${at},+1415555014${at},+12125550100,${row}`)].join(
        '\n',
      ),
    )

  it.each([0, 1, 2, 3])('a time of four, the one at place %i', async (place) => {
    const times = [3, 4, 5, 6].map((day) => `2026-11-0${day}T10:00:00Z,60`)
    const { guess, preview } = await read(
      csv('Start,Duration', ...times.with(place, 'tomorrow,60')),
      unitedStates,
    )
    expect(preview.counts).toMatchObject({ rows: 4, calls: 3, rejected: 1 })
    expect(preview.rows[place]?.problems).toHaveLength(1)
    expect(guess.reasons.find(({ part }) => part === 'timeFormats')).toMatchObject({
      confidence: 'likely',
      why: 'Most values of “Start” are times in this form, but not “tomorrow”.',
    })
  })

  it('a time beside its date', async () => {
    const days = ['03.11.2026,9:15', '04.11.2026,13:40', 'soon,9:20', '05.11.2026,later']
    const { preview } = await read(csv('Date,Time', ...days), unitedStates)
    expect(preview.counts).toMatchObject({ calls: 2, rejected: 2 })
    expect(callsOf(preview)[1]).toMatchObject({ startedAt: '2026-11-04T18:40:00.000Z' })
  })

  it.each([
    { name: 'Duration', field: 'duration', value: 61, values: ['61', '34', '21', 'unknown'] },
    { name: 'Talk time', field: 'talkDuration', value: 65, values: ['a minute', '1:05', '0:34', '2:03'] },
    { name: 'Cost', field: 'cost', value: '0.25', values: ['0.25', '0.3', '1', 'free'] },
  ])('$name', async ({ name, field, value, values }) => {
    const rows = values.map((one, at) => `2026-11-03T10:0${at}:00Z,Answered,${one}`)
    const { guess, preview } = await read(csv(`Start,Status,${name}`, ...rows), unitedStates)
    expect(guess.mapping.fields[field]?.[0]?.origin).toEqual({ kind: 'columns', columns: [name] })
    expect(preview.counts).toMatchObject({ calls: 3, rejected: 1 })
    expect(callsOf(preview)).toContainEqual(expect.objectContaining({ [field]: value }))
  })

  it('and not where most are wrong, or where the name only contains a word of it', async () => {
    const rows = ['61,soon', 'long,2026-11-03', 'longer,later', 'longest,2026-11-04'].map(
      (row, at) => `2026-11-03T10:0${at}:00Z,${row},5 calls,${at === 0 ? 'none' : at}`,
    )
    const { guess, preview } = await read(
      csv('Start,Ring time,Call back date,Duration,Cost centre of the team', ...rows),
      unitedStates,
    )
    expect(Object.keys(guess.mapping.fields)).not.toContain('cost')
    expect(Object.keys(guess.mapping.fields)).not.toContain('duration')
    expect(guess.mapping.timeFormats).toEqual(['iso'])
    expect(preview.counts).toMatchObject({ calls: 4, rejected: 0 })
  })
})

describe('how a sample is written', () => {
  const text = 'Anrufer;Ziel;Beginn;Bemerkung\n0301234567;089555010;03.11.2026 09:15;Grüße\n'

  it.each([
    ['utf-8', Buffer.from(text)],
    ['windows-1252', Buffer.from(text, 'latin1')],
    ['utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    ['utf-16be', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()])],
  ])('%s', async (encoding, bytes) => {
    const { guess, preview } = await read(bytes, germany)
    expect(guess.mapping).toMatchObject({ encoding, separator: ';', hasHeader: true })
    expect(callsOf(preview)[0]).toMatchObject({ note: 'Grüße', callerNumber: '+49301234567' })
  })

  it('lines above the header are skipped', async () => {
    const { guess } = await read(Buffer.from(`Anrufliste\n\n${text}`), germany)
    expect(guess.mapping).toMatchObject({ skipLines: 2, hasHeader: true })
  })

  it('is not there where it is empty', async () => {
    await expect(read(new Uint8Array(), germany)).rejects.toThrow('The file is empty.')
  })
})

const kamailio = samplesIn('sip/')

kamailio.describe('Kamailio’s tables', () => {
  const table = async (name: string) => await read(kamailio.read(name), unitedStates)

  it('acc: requests with the same Call-ID are one call, which ends with its BYE', async () => {
    const { preview } = await table('kamailio_acc.dbtext')
    expect(preview.counts).toEqual({ rows: 28, calls: 15, rejected: 0, leftOut: 0 })
    expect(preview.rows[0]).toMatchObject({
      legs: 2,
      call: {
        externalCallId: 'e218149e6308fbae',
        callerNumber: '+14155550123',
        trackingNumber: '+12127365000',
        startedAt: '2026-11-20T10:06:28.000Z',
        endedAt: '2026-11-20T10:06:36.000Z',
        status: 'answered',
      },
    })
    expect(callsOf(preview)[1]).toMatchObject({ callerNumber: '+14155550143', status: 'missed' })
    expect(callsOf(preview)[2]).toMatchObject({ callerNumber: '+14155550142', status: 'busy' })
  })

  it('cdrs: each dialog is a call', async () => {
    const { preview } = await table('kamailio_cdrs.dbtext')
    expect(preview.counts).toMatchObject({ calls: 15, rejected: 0 })
    expect(callsOf(preview)[0]).toMatchObject({ talkDuration: 8, endedAt: '2026-11-20T10:06:36.000Z' })
  })

  it('missed_calls: each is a call that nobody took', async () => {
    const { preview } = await table('kamailio_missed_calls.dbtext')
    expect(callsOf(preview)).toMatchObject([{ status: 'missed' }, { status: 'busy' }])
  })
})
