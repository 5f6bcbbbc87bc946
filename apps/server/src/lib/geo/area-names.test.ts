import { describe, expect, it } from 'vitest'
import { areaNames } from './area-names.ts'

describe('the names of areas', () => {
  it.each([
    ['state', 'US-PA', 'Pennsylvania'],
    ['state', 'CA-QC', 'Quebec'],
    ['county', '42007', 'Beaver, PA'],
    ['county', '53033', 'King, WA'],
    ['county', '24005', 'Baltimore, MD'],
    ['county', '24510', 'Baltimore City, MD'],
    ['county', '42', 'Pennsylvania'],
    ['county', '', undefined],
    ['county', '00000', undefined],
    ['zipcode', '15001', undefined],
  ])('of a %s %s is %s', (type, code, name) => {
    expect(areaNames(type).get(code)).toBe(name)
  })

  it('are each that of one area', () => {
    for (const type of ['state', 'county']) {
      const names = [...areaNames(type).values()]
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    }
  })
})
