import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { periodParams, periodSearch, readPeriod } from '#web/lib/reporting/period.ts'

describe('the period of an address', () => {
  const fallback = { relative: 'today' } as const
  const Search = z
    .object(periodSearch)
    .transform((parts, context) => ({ period: readPeriod(parts, fallback, context) }))
  const read = (parts: Record<string, string>) => Search.safeParse(parts).data?.period

  it('is a name, or both ends', () => {
    const span = { from: '2026-10-01', to: '2026-10-08' }
    expect(read({ period: 'lastYear' })).toEqual({ relative: 'lastYear' })
    expect(read(span)).toEqual(span)
    expect(read({})).toBe(fallback)
    const resolved = { ...span, was: 'lastWeek' } as const
    expect(read(resolved)).toEqual(resolved)
    expect(periodParams(resolved)).toEqual({ ...resolved, period: undefined })
  })

  it('is none when its parts contradict each other', () => {
    expect(read({ from: '2026-10-01' })).toBeUndefined()
    expect(read({ was: 'lastWeek' })).toBeUndefined()
    expect(read({ period: 'today', from: '2026-10-01', to: '2026-10-08' })).toBeUndefined()
  })
})
