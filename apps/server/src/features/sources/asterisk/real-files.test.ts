import type { CallInput } from '@callboard/contract/calls'
import { expect, it } from 'vitest'
import { samplesIn } from '#test/sources/samples.ts'
import { readSourceFile, sourceOf } from '#test/sources/read-source-file.ts'
import type { SourceContext } from '../adapter.ts'
import { asterisk } from './asterisk.ts'

const samples = samplesIn('')

async function read(name: string, given: Partial<SourceContext>) {
  return await readSourceFile(asterisk, samples.read(name), sourceOf(asterisk, given))
}

const countsOf = (calls: readonly CallInput[]) =>
  Object.fromEntries(
    Map.groupBy(calls, ({ status }) => status ?? '')
      .entries()
      .map(([status, some]) => [status, some.length]),
  )

const callOf = (calls: readonly CallInput[], id: string) =>
  calls.find(({ externalCallId }) => externalCallId === id)

const seconds = (calls: readonly CallInput[]) =>
  calls.reduce((total, { talkDuration }) => total + (talkDuration ?? 0), 0)

// Counted and compared by hand in the files.
samples.describe('real files of Asterisk', () => {
  const lisbon = { timeZone: 'Europe/Lisbon', country: 'PT' } as const
  const istanbul = { timeZone: 'Europe/Istanbul', country: 'TR' } as const
  const london = { timeZone: 'Europe/London', country: 'GB' } as const

  it('of FreePBX make 803 calls of 856 rows', async () => {
    const { calls, rows, rejected, warnings, recordingFiles } = await read(
      'asterisk/freepbx-export.csv',
      lisbon,
    )
    expect({ calls: calls.length, rows, rejected, warnings }).toEqual({
      calls: 803,
      rows: 856,
      rejected: [],
      warnings: [],
    })
    expect(countsOf(calls)).toEqual({
      answered: 236,
      voicemail: 331,
      failed: 44,
      busy: 1,
      missed: 43,
      abandoned: 148,
    })
    expect(Object.keys(recordingFiles)).toHaveLength(17)
    expect(callOf(calls, '1504524289.85')).toMatchObject({
      callerNumber: '107',
      callerName: 'User 2',
      trackingNumber: '108',
      agent: '108',
      status: 'answered',
      startedAt: '2017-09-04T11:24:49.000Z',
      answeredAt: '2017-09-04T11:24:55.000Z',
      endedAt: '2017-09-04T11:25:27.000Z',
      duration: 38,
      ringDuration: 6,
      talkDuration: 32,
    })
    // A busy phone, and its voicemail.
    expect(callOf(calls, '1504524500.115')).toMatchObject({
      targetNumber: '114',
      status: 'voicemail',
      answeredAt: null,
      ringDuration: 2,
      talkDuration: 0,
      duration: 8,
    })
    expect(callOf(calls, '1504282325.10')).toMatchObject({
      direction: 'outbound',
      trackingNumber: '105',
      targetNumber: '+351924109099',
      status: 'failed',
    })
    // The two halves of a Local channel.
    expect(callOf(calls, '1504434431.34')?.routeTrace).toHaveLength(2)
    expect(callOf(calls, '1504434431.36')).toBeUndefined()
    expect(recordingFiles['1504803619.482']).toEqual(['exten-120-110-20170907-180019-1504803619.482.wav'])
  })

  it('of cdr_custom make 14 calls of 14 rows', async () => {
    const { calls, rejected, warnings } = await read('asterisk/cdr-custom.csv', istanbul)
    expect({ rejected, warnings, statuses: countsOf(calls) }).toEqual({
      rejected: [],
      warnings: [],
      statuses: { answered: 11, missed: 2, abandoned: 1 },
    })
    expect(callOf(calls, '1690325492.2')).toMatchObject({
      callerNumber: 'client1',
      trackingNumber: '6789',
      agent: 'client2',
      startedAt: '2023-07-25T22:51:32.000Z',
      answeredAt: '2023-07-25T22:51:50.000Z',
      endedAt: '2023-07-25T22:52:04.000Z',
      ringDuration: 18,
      talkDuration: 13,
    })
    expect((await read('asterisk/cdr-custom.csv', { ...istanbul, timeZone: 'UTC' })).warnings).toEqual([
      expect.stringContaining('by 180 minutes'),
    ])
  })

  it('of a queue make 21 calls: 8 answered, 12 abandoned, one that waits', async () => {
    const { calls, rejected } = await read('asterisk-queue-log/queue_log', london)
    expect({ rejected, statuses: countsOf(calls), talked: seconds(calls) }).toEqual({
      rejected: [],
      statuses: { answered: 8, abandoned: 12, 'in-progress': 1 },
      talked: 3 + 4 + 8 + 12 + 5 + 13 + 0,
    })
    expect(callOf(calls, '1266833925.10')).toMatchObject({
      callerNumber: '+441773590103',
      trackingNumber: '9000',
      rotationgroup: '9000',
      agent: '2004',
      startedAt: '2010-02-22T10:18:45.000Z',
      answeredAt: '2010-02-22T10:18:53.000Z',
      endedAt: '2010-02-22T10:18:57.000Z',
      queueDuration: 2,
      // RINGNOANSWER|2000 is two seconds.
      ringDuration: 2,
      talkDuration: 4,
      hangupBy: 'caller',
    })
    expect(callOf(calls, '1266838530.439')).toMatchObject({
      callerNumber: null,
      queueDuration: 84,
      ringDuration: 45,
      hangupBy: 'agent',
    })
    expect(callOf(calls, '1266839336.507')).toMatchObject({ status: 'abandoned', queueDuration: 2 })
    expect(callOf(calls, '1266839768.534')).toMatchObject({ status: 'in-progress', endedAt: null })
  })

  it('of a queue with lines missing make 21 calls of which 8 were answered, and tell the broken line', async () => {
    const { calls, rejected } = await read('asterisk-queue-log/queue_log_broken', london)
    expect(calls).toHaveLength(21)
    expect(countsOf(calls)).toMatchObject({ answered: 8 })
    expect(rejected).toMatchObject([{ line: 235, code: 'badEvent' }])
  })
})
