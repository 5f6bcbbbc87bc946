import { CallInput } from '@callboard/contract/calls'
import { describe, expect, it } from 'vitest'
import { buildCall, type Sent } from '#test/ingest-portal.ts'
import { stateOfCall } from './call-state.ts'

const stateOf = (given: Sent) => stateOfCall(CallInput.parse(buildCall(given)))
const at = (clock: string) => `2026-03-02T${clock}Z`

describe('status', () => {
  it.each([
    ['answered when there is an answer', {}, 'answered'],
    ['missed when there is none', { answeredAt: null }, 'missed'],
    [
      'abandoned when it ended unanswered under 15 s',
      { answeredAt: null, endedAt: at('15:00:14.999') },
      'abandoned',
    ],
    ['missed when it ended unanswered after 15 s', { answeredAt: null, endedAt: at('15:00:15') }, 'missed'],
    ['in progress without an end', { answeredAt: null, endedAt: null }, 'in-progress'],
    ['in progress while somebody talks', { endedAt: null }, 'in-progress'],
    ['over when its length is known', { answeredAt: null, endedAt: null, duration: 40 }, 'missed'],
    ['answered when somebody talked', { answeredAt: null, talkDuration: 5 }, 'answered'],
    ['what the source says', { answeredAt: null, status: 'busy' }, 'busy'],
    [
      'missed, as the source says, however short',
      { answeredAt: null, endedAt: at('15:00:03'), status: 'missed' },
      'missed',
    ],
    ['missed, as the source says, when only the switch answered', { status: 'missed' }, 'missed'],
    ['voicemail, as the source says, with an answer', { status: 'voicemail' }, 'voicemail'],
    [
      'answered, as the source says, without an instant of it',
      { answeredAt: null, status: 'answered' },
      'answered',
    ],
    ['not in progress when there is an end', { status: 'in-progress' }, 'answered'],
    ['not missed when somebody talked', { status: 'missed', talkDuration: 9 }, 'answered'],
    [
      'answered when a call said to be missed was talked in, and its end is not said',
      { answeredAt: null, endedAt: null, status: 'missed', talkDuration: 9 },
      'answered',
    ],
  ] as const)('is %s', (_, given, status) => {
    expect(stateOf(given).status).toBe(status)
  })
})

describe('durations', () => {
  it('follow from the times, in whole seconds', () => {
    expect(stateOf({ startedAt: at('15:00:00.900'), endedAt: at('15:03:00.100') })).toMatchObject({
      duration: 179,
      ringDuration: 9,
      talkDuration: 170,
    })
  })

  it('are those of the source where it gives them', () => {
    const given = { duration: 200, ringDuration: 7, talkDuration: 160 }
    expect(stateOf(given)).toMatchObject(given)
  })

  it('leave menus and queues out of the ringing', () => {
    expect(stateOf({ ivrDuration: 4, queueDuration: 3 }).ringDuration).toBe(3)
    expect(stateOf({ ivrDuration: 40 }).ringDuration).toBe(0)
  })

  it('are unknown where nothing tells: ringing and talk of an answer at an unknown moment', () => {
    expect(stateOf({ status: 'answered', answeredAt: null })).toMatchObject({
      duration: 180,
      ringDuration: null,
      talkDuration: null,
    })
  })

  it('are unknown while the call goes on', () => {
    expect(stateOf({ endedAt: null })).toMatchObject({ duration: null, ringDuration: 10, talkDuration: null })
  })

  it('have no talk when no person answered', () => {
    expect(stateOf({ status: 'voicemail' })).toMatchObject({ ringDuration: 10, talkDuration: 0 })
    expect(stateOf({ answeredAt: null })).toMatchObject({ ringDuration: 180, talkDuration: 0 })
  })

  it('give the end of a call that has none', () => {
    expect(stateOf({ endedAt: null, duration: 60 }).endedMs).toBe(Date.parse(at('15:01:00')))
  })
})
