import { describe, expect, it } from 'vitest'
import { explanationSearch, stepParams } from '#web/features/change-explanation/explanation-url.ts'
import { explanationParams } from '#web/features/change-explanation/open-explanation.ts'
import { parseSearch, toQueryString } from '#web/lib/urls/url-state.ts'

const read = (text: string) => parseSearch(explanationSearch, new URLSearchParams(text))

describe('what is explained', () => {
  it('is in the address: measure, row and column, time, currency, and the values looked into', () => {
    const figure = {
      measure: 'value' as const,
      within: [
        { field: 'location', op: 'eq' as const, values: ['main, street'] },
        { field: 'source', op: 'notIn' as const, values: ['radio', 'tv'] },
      ],
      bucket: { grain: 'hour' as const, value: '2026-11-01T01:00:00-05:00' },
      currency: 'USD',
    }
    const into = [{ field: 'tags', op: 'isNull' as const, values: [] }]
    const address = toQueryString({ ...explanationParams('part', figure), ...stepParams(into) })
    expect(address).toContain('why=value&whyof=part')
    expect(read(address)).toEqual({ state: { figure, into } })
  })

  it('is nothing that an address cannot say', () => {
    for (const wrong of [
      'why=mood',
      'why=calls&whybucket=moon:1',
      'why=calls&whyinto=source',
      'why=calls&whycurrency=1',
    ])
      expect(read(wrong).problem, wrong).toBeDefined()
  })
})
