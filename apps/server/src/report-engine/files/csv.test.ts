import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { csvLine, neutral } from './csv.ts'

it('a line has each cell as it was, whatever signs part cells and lines elsewhere', () => {
  const cells = ['plain', 'a,b', 'a;b', 'a\tb', 'a\rb', 'a\nb', 'a\r\nb', '“a” "b"', ' a ', '']
  const line = csvLine(cells)
  expect(parse(line)).toEqual([cells])
  // Programs take other signs too for the end of a cell or a line: each such cell is quoted.
  const [first, ...others] = cells.slice(0, 8).map((cell) => csvLine([cell, 1]))
  expect(first).toBe('plain,1\r\n')
  for (const other of others) expect(other).toMatch(/^".*",1\r\n$/s)
  expect(csvLine([null, 12.5, true])).toBe(',12.5,true\r\n')
})

it.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' \u200B=1', "' \u200B=1"],
  ['\ttext', "'\ttext"],
  ['\rtext', "'\rtext"],
  ['\ntext', "'\ntext"],
  ['-2+3', "'-2+3"],
  ['-2', '-2'],
  ['+15551234567', '+15551234567'],
  ['a=b', 'a=b'],
])('a text that a spreadsheet would run is shown instead: %j', (text, written) => {
  expect(neutral(text)).toBe(written)
})
