import { expect, it } from 'vitest'
import { applyChange, byOwnClock } from '#web/lib/api/calls-in-progress.ts'
import { buildLiveCall } from '../../../test/build-live-call.ts'

it('counts seconds on by the clock of the browser, however wrong it is', () => {
  const at = '2026-03-02T15:00:00.000Z'
  const call = buildLiveCall({
    phaseSince: '2026-03-02T14:59:30.000Z',
    startedAt: '2026-03-02T14:59:00.000Z',
  })
  const hourLater = Date.parse('2026-03-02T16:00:00.000Z')
  expect(byOwnClock({ at, calls: [call], total: 1 }, hourLater)).toMatchObject([
    { phaseSince: '2026-03-02T15:59:30.000Z', startedAt: '2026-03-02T15:59:00.000Z' },
  ])
  expect(byOwnClock({ at, calls: [call], total: 1 }, Date.parse(at) + 500)).toEqual([call])
})

it('keeps what is told of calls in the order of the server: all of them at first, then what changes and what is gone', () => {
  const at = '2026-03-02T15:00:00.000Z'
  const talks = buildLiveCall({ phase: 'talking', phaseSince: '2026-03-02T14:50:00.000Z' })
  const waits = buildLiveCall({ phase: 'queue', phaseSince: '2026-03-02T14:59:00.000Z' })
  const first = applyChange(undefined, { at, total: 2, isWhole: true, calls: [talks, waits], gone: [] })
  expect(first.calls).toEqual([waits, talks])
  const rings = buildLiveCall({ phaseSince: '2026-03-02T14:58:00.000Z' })
  const answered = { ...waits, phase: 'talking', phaseSince: at } as const
  const change = { at, total: 2, isWhole: false, calls: [rings, answered], gone: [talks.id] }
  const second = applyChange(first, change)
  expect(second).toEqual({ at, total: 2, calls: [rings, answered] })
  expect(applyChange(second, { at, total: 0, isWhole: true, calls: [], gone: [] }).calls).toEqual([])
})
