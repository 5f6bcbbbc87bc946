import { CallInput } from '@callboard/contract/calls'
import { describe, expect, it } from 'vitest'
import { unitedStates } from '#test/sources/mapped-samples.ts'
import { stateOfCall } from '../../ingest/rows/call-state.ts'
import { previewSample } from './preview-sample.ts'
import { guessSample } from './read-sample.ts'

// What a column that is called a duration is taken for, and what calls make of it.

/** A call a row, of which the columns after the numbers are given. */
function csv(columns: string, ...rows: readonly string[]): Buffer {
  const lines = rows.map((row, at) => `c${at},2026-11-03 09:1${at}:00,+1415555014${at},+12125550100,${row}`)
  return Buffer.from([`Id,Start,From,To,${columns}`, ...lines].join('\n'))
}

async function guessed(bytes: Uint8Array) {
  const { mapping, reasons } = await guessSample({ bytes, isCut: false }, unitedStates)
  const { rows } = await previewSample({ bytes, isCut: false }, mapping, unitedStates)
  const calls = rows.map(({ call }) => {
    const state = stateOfCall(CallInput.parse(call))
    return [state.status, state.duration, state.talkDuration]
  })
  const reasonOf = (field: string) => reasons.find(({ part }) => part === `fields.${field}`)
  return { fields: mapping.fields, calls, reasonOf }
}

const outcomes = ['Answered', 'Voicemail', 'No answer', 'Abandoned']

function withOutcomes(column: string, seconds: readonly number[]): Buffer {
  return csv(`Status,${column}`, ...seconds.map((one, at) => `${outcomes[at] ?? ''},${one}`))
}

describe('a column of durations beside one of outcomes', () => {
  it.each(['Duration', 'Call duration', 'Length', 'Total duration', 'Call length'])(
    '%s is that of the whole call, and only an answered one has talk time',
    async (name) => {
      const { fields, calls, reasonOf } = await guessed(withOutcomes(name, [155, 34, 21, 9]))
      expect(fields['duration']).toMatchObject([{ origin: { kind: 'columns', columns: [name] } }])
      expect(fields).not.toHaveProperty('talkDuration')
      expect(calls).toEqual([
        ['answered', 155, 155],
        ['voicemail', 34, 0],
        ['missed', 21, 0],
        ['abandoned', 9, 0],
      ])
      expect(reasonOf('duration')).toMatchObject({ confidence: 'likely' })
      expect(reasonOf('duration')?.why).toContain(
        `“${name}” is that of the whole call, and all of it is talk time of answered calls, as no column says how long they rang. Other calls, such as voicemail, have no talk time.`,
      )
    },
  )

  it.each(['Talk time', 'Billsec', 'Conversation', 'Conversation time'])('%s is talk time', async (name) => {
    const { fields, calls } = await guessed(withOutcomes(name, [155, 0, 0, 0]))
    expect(fields['talkDuration']).toMatchObject([{ origin: { kind: 'columns', columns: [name] } }])
    expect(fields).not.toHaveProperty('duration')
    expect(calls[0]).toEqual(['answered', 155, 155])
  })

  it('is not talk time of a voicemail where missed calls have none', async () => {
    const { calls, reasonOf } = await guessed(withOutcomes('Duration', [155, 34, 0, 0]))
    expect(calls.map(([status, , talk]) => [status, talk])).toEqual([
      ['answered', 155],
      ['voicemail', 0],
      ['missed', 0],
      ['abandoned', 0],
    ])
    expect(reasonOf('duration')?.why).toContain('Calls that nobody answered have none in “Duration”')
  })

  it('is that of the whole call beside the talk time', async () => {
    const { calls } = await guessed(csv('Status,Duration,Talk time', 'Answered,167,155', 'Voicemail,34,0'))
    expect(calls).toEqual([
      ['answered', 167, 155],
      ['voicemail', 34, 0],
    ])
  })

  it('the wait before the answer is no talk time', async () => {
    const { calls, reasonOf } = await guessed(
      csv('Status,Duration,Ring time', 'Answered,167,12', 'Voicemail,54,20', 'No answer,21,21'),
    )
    expect(calls).toEqual([
      ['answered', 167, 155],
      ['voicemail', 54, 0],
      ['missed', 21, 0],
    ])
    expect(reasonOf('duration')?.why).toContain(
      'what is left of it without “Ring time” is talk time of answered calls',
    )
  })

  it('a wait that it leaves out is added for the whole call', async () => {
    const { calls, reasonOf } = await guessed(
      csv(
        'Status,Duration,Ring time,Queue time',
        'Answered,155,12,30',
        'Voicemail,34,20,0',
        'No answer,0,21,0',
      ),
    )
    expect(calls).toEqual([
      ['answered', 197, 155],
      ['voicemail', 54, 0],
      ['missed', 21, 0],
    ])
    expect(reasonOf('duration')?.why).toContain('“Duration” leaves out the wait')
  })

  it('a wait in another unit, which cannot be added, leaves it talk time, though not of a voicemail', async () => {
    const { calls } = await guessed(
      csv('Status,Duration,Ring ms', 'Answered,155,12000', 'Voicemail,34,20000', 'No answer,0,21000'),
    )
    expect(calls.map(([status, , talk]) => [status, talk])).toEqual([
      ['answered', 155],
      ['voicemail', 0],
      ['missed', 0],
    ])
  })
})

describe('where no column says how a call ended', () => {
  it('one that lasted is taken for answered, and the guess says that it is one', async () => {
    const { calls, reasonOf } = await guessed(csv('Duration', '155', '0'))
    expect(calls).toEqual([
      ['answered', 155, 155],
      ['abandoned', 0, 0],
    ])
    expect(reasonOf('talkDuration')).toMatchObject({ confidence: 'unsure' })
    expect(reasonOf('talkDuration')?.why).toContain(
      'Where no column says how a call ended, one that lasted is taken for answered, and “Duration” for its talk time.',
    )
  })

  it('but for voicemail, a call that lasted is taken for answered', async () => {
    const { calls } = await guessed(csv('Voicemail,Duration', 'No,155', 'Yes,34', 'No,0'))
    expect(calls).toEqual([
      ['answered', 155, 155],
      ['voicemail', 34, 0],
      ['abandoned', 0, 0],
    ])
  })

  it('a call that was not missed has talk time', async () => {
    const { calls } = await guessed(csv('Missed,Voicemail,Duration', 'No,No,155', 'Yes,No,21', 'No,Yes,34'))
    expect(calls).toEqual([
      ['answered', 155, 155],
      ['missed', 21, 0],
      ['voicemail', 34, 0],
    ])
  })

  it('words of a direction beside those of outcomes leave it to the duration', async () => {
    const { calls } = await guessed(csv('Type,Duration', 'Incoming,155', 'Missed,21', 'Voicemail,34'))
    expect(calls).toEqual([
      ['answered', 155, 155],
      ['missed', 21, 0],
      ['voicemail', 34, 0],
    ])
  })
})
