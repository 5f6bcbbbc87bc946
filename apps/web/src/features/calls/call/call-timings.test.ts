import { describe, expect, it } from 'vitest'
import { listTimings, secondsAfter } from '#web/features/calls/call/call-timings.ts'

const nothing = {
  status: 'answered' as const,
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
      { part: 'ring', label: 'Ring', seconds: 10, share: 0.1 },
      { part: 'talk', label: 'Talk', seconds: 70, share: 0.7 },
      { part: 'other', label: 'Other', seconds: 20, share: 0.2 },
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

  it('has hold within the talk, so that the parts add up to the duration', () => {
    const timings = listTimings({
      ...nothing,
      duration: 177,
      ringDuration: 16,
      talkDuration: 161,
      holdDuration: 56,
    })
    expect(timings.map(({ part, seconds, onHold }) => [part, seconds, onHold])).toEqual([
      ['ring', 16, undefined],
      ['talk', 161, 56],
    ])
  })

  it('shows hold that a source sent without talk by itself', () => {
    const timings = listTimings({ ...nothing, duration: 60, holdDuration: 56 })
    expect(timings.map(({ label, seconds }) => [label, seconds])).toEqual([
      ['Hold', 56],
      ['Other', 4],
    ])
  })

  it('names what a call in voicemail has beside its parts', () => {
    const timings = listTimings({ ...nothing, status: 'voicemail', duration: 50, ringDuration: 20 })
    expect(timings.map(({ label, seconds }) => [label, seconds])).toEqual([
      ['Ring', 20],
      ['Voicemail', 30],
    ])
  })
})

it('a step is so many whole seconds after the start: the end of a call of 2:55 is not after 2:56', () => {
  const startedAt = '2026-11-30T09:00:00.200Z'
  expect(secondsAfter(startedAt, '2026-11-30T09:02:55.900Z')).toBe(175)
  expect(secondsAfter(startedAt, startedAt)).toBe(0)
})
