import { describe, expect, it } from 'vitest'
import { describeInvalidTerm, daysOfTerm, endWords, startWords, stateOfTerm } from '#web/records/role-term.ts'

const zone = 'America/New_York'
const term = { startDate: '2026-03-07T05:00:00.000Z', expiryDate: '2026-03-09T04:00:00.000Z' }
const open = { startDate: null, expiryDate: null }

describe('the term of a role', () => {
  it('is shown with its last day included, over a day of 23 hours', () => {
    expect(daysOfTerm(term, zone)).toEqual({ firstDay: '2026-03-07', lastDay: '2026-03-08' })
    expect([startWords(term, zone), endWords(term, zone)]).toEqual(['Mar 7, 2026', 'Mar 8, 2026'])
  })

  it('is shown with its times where it does not begin or end with a day', () => {
    const times = { startDate: '2026-03-07T15:00:00.000Z', expiryDate: '2026-03-09T15:30:00.000Z' }
    expect(startWords(times, zone)).toBe('Mar 7, 2026, 10:00:00')
    expect(endWords(times, zone)).toBe('Mar 9, 2026, 11:30:00')
    expect(daysOfTerm(times, zone)).toEqual({ firstDay: '2026-03-07', lastDay: '2026-03-09' })
  })

  it('is open where it has no end', () => {
    expect(daysOfTerm(open, zone)).toEqual({ firstDay: '', lastDay: '' })
    expect([startWords(open, zone), endWords(open, zone)]).toEqual([undefined, undefined])
    expect(stateOfTerm(open, Temporal.Now.instant())).toBe('valid')
  })

  it('begins with its first moment, and is over at its end', () => {
    const at = (instant: string) => stateOfTerm(term, Temporal.Instant.from(instant))
    expect(at('2026-03-07T04:59:59.999Z')).toBe('later')
    expect(at('2026-03-07T05:00:00.000Z')).toBe('valid')
    expect(at('2026-03-09T03:59:59.999Z')).toBe('valid')
    expect(at('2026-03-09T04:00:00.000Z')).toBe('expired')
  })

  it('says in words when it ended or begins, to the one whose role it is', () => {
    const said = (instant: string) =>
      describeInvalidTerm(
        { roleName: 'Analyst', ...term },
        { timeZone: zone, now: Temporal.Instant.from(instant) },
      )
    expect(said('2026-03-07T04:59:59.999Z')).toBe('Your role Analyst begins on Mar 7, 2026.')
    expect(said('2026-03-08T12:00:00.000Z')).toBeUndefined()
    expect(said('2026-03-09T04:00:00.000Z')).toBe('Your role Analyst ended on Mar 8, 2026.')
  })
})
