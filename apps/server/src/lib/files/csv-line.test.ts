import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitCsvLine } from './csv-line.ts'

describe('splitCsvLine', () => {
  it.each([
    ['', ['']],
    ['a,b', ['a', 'b']],
    ['"a","b"', ['a', 'b']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi""",1,', ['say "hi"', '1', '']],
    ['"""",""', ['"', '']],
    [',,', ['', '', '']],
    ['a"b,c', ['a"b', 'c']],
  ])('splits %s', (line, fields) => {
    expect(splitCsvLine(line)).toEqual(fields)
  })

  it.each(['"', '"a', 'a,"b', '"a"b,c', '"a""', '"a" ,b'])('finds the quotes of %s broken', (line) => {
    expect(splitCsvLine(line)).toBeUndefined()
  })

  it('reads back what was written', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (fields) => {
        const line = fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')
        expect(splitCsvLine(line)).toEqual(fields)
      }),
    )
  })
})
