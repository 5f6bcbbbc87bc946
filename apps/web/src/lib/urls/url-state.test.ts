import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseSearch, repeated, toQueryString, withParts } from '#web/lib/urls/url-state.ts'

const schema = z.object({
  sort: z.enum(['name', 'date']).default('date'),
  tag: repeated(z.string().min(2)),
})

function parse(search: string) {
  return parseSearch(schema, new URLSearchParams(search))
}

describe('parseSearch', () => {
  it('fills in what is left out', () => {
    expect(parse('')).toEqual({ state: { sort: 'date', tag: [] } })
  })

  it('takes a repeated parameter once, or several times', () => {
    expect(parse('tag=aa').state?.tag).toEqual(['aa'])
    expect(parse('tag=aa&tag=bb').state?.tag).toEqual(['aa', 'bb'])
  })

  it('leaves unknown parameters alone', () => {
    expect(parse('utm_source=mail&sort=name').state).toEqual({ sort: 'name', tag: [] })
  })

  it('refuses a wrong value, and says which', () => {
    expect(parse('sort=size')).toEqual({ problem: '“size” is not a valid value for “sort”.' })
    expect(parse('tag=a').state).toBeUndefined()
  })

  it('refuses a single parameter that is given twice', () => {
    expect(parse('sort=name&sort=date').problem).toContain('sort')
  })
})

describe('toQueryString', () => {
  it('leaves out what is undefined or empty', () => {
    expect(toQueryString({ a: undefined, b: [] })).toBe('')
  })

  it('keeps colons and commas readable, and encodes the rest', () => {
    expect(toQueryString({ filter: ['status:in:missed,busy', 'source:eq:a&b'] })).toBe(
      '?filter=status:in:missed,busy&filter=source:eq:a%26b',
    )
  })
})

describe('withParts', () => {
  it('replaces the named parts and keeps the others', () => {
    const params = new URLSearchParams('period=today&tag=aa&tag=bb')
    expect(withParts(params, { period: undefined, from: '2026-10-01' })).toBe(
      '?tag=aa&tag=bb&from=2026-10-01',
    )
  })
})
