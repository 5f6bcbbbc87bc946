import type { Cell, ReportColumn, RunReportAnswer } from '@callboard/contract/reports'
import { describe, expect, it } from 'vitest'
import { tilesOf } from '#web/features/dashboard/parts/tiles.ts'
import { buildAnswer } from '../../../../test/build-report.ts'

function measure(name: string, more: Partial<ReportColumn> = {}): ReportColumn {
  return {
    name,
    label: name,
    type: 'integer',
    role: 'measure',
    change: 'percent',
    moreIsBetter: true,
    ...more,
  }
}

const columns = [
  measure('calls'),
  measure('inbound'),
  measure('answerRate', { type: 'ratio', change: 'points' }),
  measure('missed', { moreIsBetter: false }),
  measure('missedNotReturned', { moreIsBetter: false }),
  measure('missedWithheld', { moreIsBetter: false }),
  measure('uniqueCallers'),
  measure('averageTalk', { type: 'duration', change: 'absolute', moreIsBetter: null }),
  measure('value', { type: 'money' }),
]

function answerOf(row: Cell[], earlier?: Cell[] | null): RunReportAnswer {
  return buildAnswer({
    columns,
    rows: [row],
    ...(earlier !== undefined && {
      comparison: {
        kind: 'previousPeriod',
        matchWeekdays: false,
        from: '2026-09-22T04:00:00.000Z',
        to: '2026-10-21T14:00:00.000Z',
        rows: [earlier],
        totals: null,
      },
    }),
    meta: {
      from: '2026-10-22T04:00:00.000Z',
      to: '2026-11-20T15:00:00.000Z',
      timeZone: 'America/New_York',
    },
  })
}

const usd = (amount: string) => ({ amount, currency: 'USD' })
const now: Cell[] = [5284, 4766, 0.8643, 412, 96, 23, 40_001, 222, [usd('128450.00')]]
const before: Cell[] = [4976, 4500, 0.8533, 398, 90, 20, 39_000, 228, [usd('117844.00')]]

function tile(label: string, answer: RunReportAnswer) {
  return tilesOf(answer, [], ({ measure: name }) => `/calls/${name}`).find((one) => one.label === label)
}

describe('the tiles', () => {
  it('write each figure in its own way', () => {
    const texts = tilesOf(answerOf(now), [], () => undefined).map(({ figures }) => figures[0]?.text)
    expect(texts).toEqual(['5,284', '86.4%', '412', '40,001', '3:42', '$128,450'])
  })

  it('compare as the columns say', () => {
    const answer = answerOf(now, before)
    expect(tile('Answered', answer)?.figures[0]?.change).toMatchObject({ kind: 'points', previous: 0.8533 })
    expect(tile('Missed', answer)?.figures[0]?.change).toMatchObject({ moreIsBetter: false, previous: 398 })
    expect(tile('Value', answer)?.figures[0]?.change).toMatchObject({ current: 128_450, previous: 117_844 })
  })

  it('compare nothing when nothing was asked for', () => {
    expect(tile('Calls', answerOf(now))?.figures[0]?.change).toBeUndefined()
  })

  it('never add currencies, and compare each with its own', () => {
    const both = [{ amount: '10.00', currency: 'CAD' }, usd('20.00')]
    const figures = tile('Value', answerOf([...now.slice(0, -1), both], before))?.figures
    expect(figures?.map(({ text }) => text)).toEqual(['CA$10', '$20'])
    expect(figures?.map(({ change }) => change?.previous)).toEqual([null, 117_844])
  })

  it('show no figure where there is none, never a zero', () => {
    const empty = answerOf([0, 0, null, 0, 0, 0, 0, null, null])
    expect(tile('Answered', empty)?.figures).toEqual([])
    expect(tile('Average talk time', empty)?.figures).toEqual([])
    expect(tile('Value', empty)?.figures).toEqual([])
    expect(tile('Calls', empty)?.figures[0]?.text).toBe('0')
  })

  it('say that calls go both ways and answers are of inbound ones', () => {
    expect(tile('Calls', answerOf(now))?.addition).toMatchObject({
      text: '4,766 inbound',
      href: undefined,
    })
    expect(tile('Answered', answerOf(now))?.addition?.text).toBe('of inbound')
  })

  it('lead to the calls that were not returned, and say which are left out', () => {
    expect(tile('Missed', answerOf(now))?.addition).toEqual({
      text: '96 not returned',
      title: 'Not counting 23 missed calls from withheld numbers',
      href: '/calls/missedNotReturned',
    })
  })
})
