import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitCsvLine } from './csv-line.ts'
import { type CsvRow, parseCsvLine, readCsvRows } from './csv-rows.ts'

function rowsOf(lines: readonly string[], skipped = 0): [line: number, fields: CsvRow['fields']][] {
  const rows: CsvRow[] = []
  readCsvRows(lines, { delimiter: ';', skipped }, (row) => rows.push(row))
  return rows.map(({ line, fields }) => [line, fields])
}

// Its quotes are as often broken as not.
const anyLine = fc.string({ unit: fc.constantFrom('"', ',', ';', 'a', ' ', 'ü') })

describe('the rows of a CSV file', () => {
  it('have fields of several lines, and the number of the line on which they begin', () => {
    expect(rowsOf(['head;er', 'a;"one', '', 'two";c', '', 'x;5" pipe;z'], 1)).toEqual([
      [2, ['a', 'one\n\ntwo', 'c']],
      [5, ['']],
      [6, ['x', '5" pipe', 'z']],
    ])
  })

  it.each([
    [
      'is not closed',
      ['a;"b', 'c;d', 'e;"f', 'g"'],
      [
        [1, undefined],
        [2, ['c', 'd']],
        [3, ['e', 'f\ng']],
      ],
    ],
    [
      'is not closed to the end',
      ['a;"b', 'c;d'],
      [
        [1, undefined],
        [2, ['c', 'd']],
      ],
    ],
    [
      'is followed by text',
      ['a;"b"c', 'd;"e"'],
      [
        [1, undefined],
        [2, ['d', 'e']],
      ],
    ],
    [
      'is followed by text on another line',
      ['"a', 'b"c', '"d"'],
      [
        [1, undefined],
        [2, ['b"c']],
        [3, ['d']],
      ],
    ],
  ])('before a quote that %s are read, and so are those after it', (_, lines, expected) => {
    expect(rowsOf(lines)).toEqual(expected)
  })

  it('take another delimiter', () => {
    expect(parseCsvLine('"a;b";c;', ';')).toEqual(['a;b', 'c', ''])
  })

  it('are read line by line as Asterisk’s lines are', () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        expect(parseCsvLine(line, ',')).toEqual(splitCsvLine(line))
      }),
      { numRuns: 1000 },
    )
  })

  it('are all accounted for, whatever their quotes are like', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1 }), (lines) => {
        const rows = rowsOf(lines)
        let next = 1
        for (const [line, fields] of rows) {
          expect(line).toBe(next)
          next += fields?.join('').split('\n').length ?? 1
        }
        // A line break at the very end of the file begins no row.
        expect([lines.length, lines.length + 1]).toContain(next)
      }),
      { numRuns: 1000 },
    )
  })

  it('are what was written', () => {
    const field = fc.string({ unit: fc.constantFrom('"', ';', '\n', 'a', 'ü') })
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 2 }), { minLength: 1 }), (rows) => {
        const text = rows
          .map((fields) => fields.map((each) => `"${each.replaceAll('"', '""')}"`).join(';'))
          .join('\n')
        expect(rowsOf(text.split('\n')).map(([, fields]) => fields)).toEqual(rows)
      }),
    )
  })
})
