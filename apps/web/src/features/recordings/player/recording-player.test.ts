import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { groupKeys } from '#web/features/recordings/player/key-groups.ts'
import { formatClock, formatMoment } from '#web/features/recordings/recording-words.ts'
import { usePlayer } from '#web/features/recordings/player/player.ts'
import { findSilences } from '#web/features/recordings/player/silences.ts'
import {
  draftOfSpans,
  editOfDraft,
  fittingRange,
  isSameDraft,
  withHandSpan,
  withLifted,
  withoutHandSpan,
} from '#web/features/recordings/spans/span-draft.ts'
import { searchTranscript, turnAt } from '#web/features/recordings/transcript/transcript-search.ts'
import { marksOf } from '#web/features/recordings/player/wave-marks.ts'
import { closeTrack } from '#web/lib/playback/playback.ts'
import { answerCalls } from '../../../../test/answers.ts'
import { buildRecording } from '../../../../test/build-recording.ts'

describe('silence that is skipped', () => {
  /** Half seconds of sound (1) and silence (0), ten peaks a second. */
  const peaksOf = (halves: string) =>
    Array.from(halves).flatMap((half) =>
      Array.from({ length: 5 }, () => (half === '1' ? [-0.5, 0.5] : [-0.01, 0.01])).flat(),
    )

  it('is where no channel is heard, with room left for the first and the last word', () => {
    const peaks = [peaksOf('1000001100'), peaksOf('1100000000')]
    expect(findSilences({ peaks, peaksPerSecond: 10 })).toEqual([{ start: 1.3, end: 2.7 }])
  })

  it('goes on to the end of the sound, and is none where there is no sound', () => {
    expect(findSilences({ peaks: [peaksOf('10000')], peaksPerSecond: 10 })).toEqual([
      { start: 0.8, end: 2.2 },
    ])
    expect(findSilences({ peaks: [], peaksPerSecond: 10 })).toEqual([])
  })
})

describe('the transcript', () => {
  const turns = ['Is the Price (net) 5?', 'It is •••• ••1 by card, price 5.'].map((text, place) => ({
    speaker: 'agent',
    start: place * 10 + 1,
    end: place * 10 + 9,
    text,
  }))

  it('finds words whatever their case, and none of the signs of a pattern', () => {
    const { parts, matches } = searchTranscript(turns, ' price ')
    expect(matches).toEqual([0, 1])
    expect(parts[0]).toEqual([
      { text: 'Is the ', kind: 'plain' },
      { text: 'Price', kind: 'found', match: 0 },
      { text: ' (net) 5?', kind: 'plain' },
    ])
    expect(searchTranscript(turns, '(net)').matches).toEqual([0])
    expect(searchTranscript(turns, '.*').matches).toEqual([])
  })

  it('keeps what is masked together', () => {
    expect(searchTranscript(turns, '').parts[1]?.map(({ kind }) => kind)).toEqual([
      'plain',
      'masked',
      'plain',
    ])
  })

  it('is at the turn that was begun last', () => {
    expect([0, 1, 10.9, 11, 99].map((time) => turnAt(turns, time))).toEqual([-1, 0, 0, 1, 1])
  })
})

describe('ranges that are edited', () => {
  const found = { id: 'f', start: 3, end: 4, kind: 'card', isLifted: false } as const
  const byHand = { id: 'h', start: 1, end: 2, kind: 'hand', isLifted: false } as const
  const draft = draftOfSpans([byHand, found])

  it('are sent whole: finds with what is lifted, those by hand with their edges', () => {
    const edited = withLifted(withHandSpan(draft, { key: 'new', start: 0.123, end: 0.9 }), 'f', true)
    expect(editOfDraft(edited, 7)).toEqual({
      found: [{ id: 'f', isLifted: true }],
      byHand: [
        { start: 0.12, end: 0.9 },
        { start: 1, end: 2 },
      ],
      revision: 7,
    })
    expect(editOfDraft(withoutHandSpan(edited, 'h'), 7).byHand).toHaveLength(1)
  })

  it('are unchanged again once the change is taken back', () => {
    const lifted = withLifted(draft, 'f', true)
    expect(isSameDraft(lifted, draft)).toBe(false)
    expect(isSameDraft(withLifted(lifted, 'f', false), draft)).toBe(true)
  })

  it('stay within the sound and never end before they begin', () => {
    expect(fittingRange({ start: -1, end: 2 }, 10)).toEqual({ start: 0, end: 2 })
    expect(fittingRange({ start: 5, end: 4 }, 10)).toEqual({ start: 5, end: 5.1 })
    expect(fittingRange({ start: 12, end: 14 }, 10)).toEqual({ start: 9.9, end: 10 })
    expect(fittingRange({ start: 5, end: 12 }, 9.2375)).toEqual({ start: 5, end: 9.23 })
  })

  it('stand over the waveform with keys that were pressed together and what people wrote', () => {
    const keyTones = ['1', '2'].map((key, place) => ({ key, start: place, end: place + 0.1 }))
    const marks = marksOf({
      recording: { spans: [byHand, { ...found, isLifted: true }], keyTones },
      comments: [{ id: 'c', at: 8, text: 'the price' }],
    })
    expect(marks.map(({ look, label }) => `${look}: ${label}`)).toEqual([
      'span: Marked manually',
      'lifted: Card number, heard',
      'keys: 12',
      'comment: the price',
    ])
  })
})

it('a longer pause begins another number of keys', () => {
  const tones = [0, 0.5, 4].map((start) => ({ key: String(start).slice(-1), start, end: start + 0.1 }))
  expect(groupKeys(tones)).toEqual([
    { keys: '05', start: 0, end: 0.6 },
    { keys: '4', start: 4, end: 4.1 },
  ])
})

it('a clock shows the second that has begun, an edge its tenth', () => {
  expect([formatClock(12.9), formatMoment(12.46), formatMoment(59.96)]).toEqual(['0:12', '0:12.5', '1:00.0'])
})

it('has the address of its sound before it is played, for the first time', async () => {
  const recording = buildRecording({ channels: 1, redactionStatus: 'clean' })
  const played = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const calls = answerCalls({
    [`POST /api/callrecording/${recording.id}/ticket`]: {
      body: { url: '/sound', expiresAt: recording.createdAt },
    },
  })
  const { result } = renderHook(() => usePlayer({ recording, title: 'A call', href: '/' }))
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  act(() => result.current.playFrom(0))
  await vi.waitFor(() => expect(played).toHaveBeenCalledOnce())
  expect(calls).toHaveLength(1)
  act(() => result.current.playFrom(0))
  await vi.waitFor(() => expect(played).toHaveBeenCalledTimes(2))
  expect(calls).toHaveLength(2)
  act(() => closeTrack())
  played.mockRestore()
})
