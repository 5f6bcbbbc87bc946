import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { samplesIn } from '#test/sources/samples.ts'
import { readSourceFile } from '#test/sources/read-source-file.ts'
import { sourceContext } from '#test/sources/source-context.ts'
import { freeswitch } from './freeswitch.ts'

const samples = samplesIn('')

async function read(name: string) {
  const { events, rejected, calls, warnings } = await readSourceFile(
    freeswitch,
    samples.read(name),
    sourceContext(),
  )
  expect(rejected).toEqual([])
  const ofCalls = [...Map.groupBy(events, ({ callKey }) => callKey).values()]
  const problems = ofCalls.flatMap((some) => freeswitch.callsOf?.(some, sourceContext()).problem ?? [])
  return { legs: events.length, calls, problems, warnings }
}

samples.describe('real records', () => {
  it('are recognised', () => {
    for (const folder of ['freeswitch/', 'freeswitch-esl/'])
      for (const name of readdirSync(new URL(folder, samples.url)).filter((one) => !one.includes('q850'))) {
        const bytes = samples.read(folder + name).subarray(0, 65_536)
        expect(freeswitch.file?.recognises({ name, bytes }), name).toBe(true)
      }
  })

  it('make a call that an extension answered, put on hold, and its caller ended', async () => {
    const { calls, legs } = await read('freeswitch/json_cdr_agents_fsevent_test_go_1.json')
    expect({ legs, calls }).toMatchObject({
      legs: 1,
      calls: [
        {
          externalCallId: '5a3a1d91-90d3-4db4-af5c-cc3ae15d93a4',
          direction: 'inbound',
          status: 'answered',
          callerNumber: '1001',
          trackingNumber: '1002',
          targetNumber: '1002',
          agent: '1002',
          startedAt: '2018-03-14T11:09:18.006Z',
          answeredAt: '2018-03-14T11:09:27.766Z',
          endedAt: '2018-03-14T11:09:48.366Z',
          duration: 30,
          talkDuration: 21,
          billableDuration: 21,
          holdDuration: 15,
          hangupBy: 'caller',
          hangupCause: 16,
          sipCallId: '985e365faa0ec79a7fa75d001ef2449f@0:0:0:0:0:0:0:0',
          codec: 'G722',
          mos: 4.49,
        },
      ],
    })
  })

  it('make a call that the other end ended', async () => {
    const { calls } = await read('freeswitch/json_cdr_engine_fscdr_test_go_1.json')
    expect(calls).toMatchObject([
      {
        externalCallId: '3da8bf84-c133-4959-9e24-e72875cb33a1',
        status: 'answered',
        callerNumber: '1001',
        trackingNumber: '1002',
        startedAt: '2018-01-11T10:25:44.534Z',
        answeredAt: '2018-01-11T10:25:47.954Z',
        endedAt: '2018-01-11T10:26:55.494Z',
        duration: 71,
        talkDuration: 68,
        holdDuration: 67,
        hangupBy: 'agent',
        codec: 'PCMU',
        mos: 4.5,
      },
    ])
  })

  it('make no call where there is no end', async () => {
    expect(await read('freeswitch/json_cdr_engine_fscdr_test_go_2.json')).toMatchObject({
      legs: 1,
      calls: [],
      problems: ['FreeSWITCH does not say when the call began and ended.'],
    })
  })

  it.each(['esl_event_plain_derived.txt', 'esl_hangup_complete_pretty_ab_legs.txt'])(
    'make one call of two legs out of %s',
    async (name) => {
      const { calls, legs } = await read(`freeswitch-esl/${name}`)
      expect({ legs, calls }).toMatchObject({
        legs: 2,
        calls: [
          {
            externalCallId: '88b4673b-ad2c-4e8b-8fd6-4ad10aeb9ab0',
            direction: 'inbound',
            status: 'answered',
            callerNumber: '+33123456789',
            callerName: 'Marcel Dupon',
            trackingNumber: '33123456',
            targetNumber: '+84987654321',
            startedAt: '2021-05-22T03:35:52.783Z',
            answeredAt: '2021-05-22T03:35:52.843Z',
            endedAt: '2021-05-22T03:35:56.763Z',
            duration: 4,
            talkDuration: 4,
            hangupBy: 'caller',
            hangupCause: 16,
            codec: 'opus',
            mos: 3.86,
          },
        ],
      })
    },
  )

  it('make no call of an outbound socket without an end', async () => {
    expect(await read('freeswitch-esl/esl_outbound_socket_wire.txt')).toEqual({
      legs: 0,
      calls: [],
      problems: [],
      warnings: ['5 events do not end a leg (CHANNEL_HANGUP_COMPLETE), and were left out.'],
    })
  })
})
