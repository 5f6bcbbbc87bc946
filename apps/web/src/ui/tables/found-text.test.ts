import { describe, expect, it } from 'vitest'
import { patternOf } from '#web/ui/tables/found-text.ts'

describe('a keyword is marked', () => {
  it.each([
    ['312555', '(312) 555-0100', '312) 555'],
    ['555 0100', '(312) 555-0100', '555-0100'],
    ['+1 312', '+1 312 555 0100', '1 312'],
    ['smith', 'Ada Smith', 'Smith'],
    ['a.b (c)', 'x a.B (c) y', 'a.B (c)'],
    ['näh', 'NÄHE', 'NÄH'],
  ])('%s in %s', (keyword, text, marked) => {
    expect(patternOf(keyword).exec(text)?.[0]).toBe(marked)
  })

  it('as it stands there, and not as a pattern', () => {
    expect(patternOf('a.c').exec('abc')).toBeNull()
  })
})
