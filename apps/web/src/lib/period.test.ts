import { describe, expect, it } from 'vitest'
import { readPeriod } from '#web/lib/period.ts'

describe('the period of an address', () => {
  const fallback = { relative: 'today' } as const

  it('is a name, or both ends', () => {
    expect(readPeriod({ period: 'lastYear' }, fallback)).toEqual({ relative: 'lastYear' })
    expect(readPeriod({ from: 'a', to: 'b' }, fallback)).toEqual({ from: 'a', to: 'b' })
    expect(readPeriod({}, fallback)).toBe(fallback)
  })

  it('is none when its parts contradict each other', () => {
    expect(readPeriod({ from: 'a' }, fallback)).toBeUndefined()
    expect(readPeriod({ period: 'today', from: 'a', to: 'b' }, fallback)).toBeUndefined()
  })
})
