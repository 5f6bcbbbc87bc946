import { describe, expect, it } from 'vitest'
import { listTimings } from '#web/features/calls/call-timings.ts'

const nothing = {
  duration: null,
  ivrDuration: null,
  queueDuration: null,
  ringDuration: null,
  holdDuration: null,
  talkDuration: null,
}

describe('listTimings', () => {
  it('says what the parts leave of the duration', () => {
    expect(listTimings({ ...nothing, duration: 100, ringDuration: 10, talkDuration: 70 })).toEqual([
      { part: 'ring', seconds: 10, share: 0.1 },
      { part: 'talk', seconds: 70, share: 0.7 },
      { part: 'other', seconds: 20, share: 0.2 },
    ])
  })

  it('is as long as its parts when they are longer than the duration', () => {
    const timings = listTimings({ ...nothing, duration: 50, ringDuration: 20, talkDuration: 80 })
    expect(timings.map(({ part, share }) => [part, share])).toEqual([
      ['ring', 0.2],
      ['talk', 0.8],
    ])
  })

  it('is empty for a call without times', () => {
    expect(listTimings(nothing)).toEqual([])
    expect(listTimings({ ...nothing, duration: 0 })).toEqual([])
  })
})
