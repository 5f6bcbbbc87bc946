import { expect, it } from 'vitest'
import { isDay, readDay, writeDay } from '#web/lib/typed-day.ts'

const read = (text: string, bounds = {}) => readDay(text, '2026-11-23', bounds)

it.each([
  'Nov 27, 2026',
  'november 27 2026',
  'Fri, Nov 27, 2026',
  'Friday, November 27th, 2026',
  '27 Nov 2026',
  '27. November 2026',
  'Nov 27',
  '2026-11-27',
  '2026/11/27',
  '11/27/2026',
  '11/27/26',
  '11/27',
  '27.11.2026',
  '27.11.26',
  '27.11.',
  ' 2026-11-27\n',
  '\u00a02026-11-27\u200b',
  '\u200f2026-11-27\u200e',
  '٢٠٢٦-١١-٢٧',
  '２０２６-１１-２７',
])('reads %j as the same day', (text) => {
  expect(read(text)).toEqual({ value: '2026-11-27' })
})

it('reads days by their names', () => {
  expect(['Yesterday', 'today', 'TOMORROW'].map((text) => read(text))).toEqual([
    { value: '2026-11-22' },
    { value: '2026-11-23' },
    { value: '2026-11-24' },
  ])
})

it.each([
  ['31.02.', 'February 2026 has no day 31: it has 28.'],
  ['2026-02-29', 'February 2026 has no day 29: it has 28.'],
  ['2026-06-00', 'June 2026 has no day 0: it has 30.'],
  ['13/01/2026', 'There is no month 13. Enter a day such as Nov 27, 2026 or 2026-11-27.'],
  ['0001-01-01', 'The first day that can be chosen is Jan 1, 1970.'],
  ['9999-12-31', 'The last day that can be chosen is Dec 31, 2199.'],
  ['next week', 'Enter a day such as Nov 27, 2026 or 2026-11-27.'],
  ['20261127', 'Enter a day such as Nov 27, 2026 or 2026-11-27.'],
  ['2026-11/27', 'Enter a day such as Nov 27, 2026 or 2026-11-27.'],
])('says why %j is no day', (text, error) => {
  expect(read(text)).toEqual({ error })
})

it('keeps to the days that may be chosen, both included', () => {
  const bounds = { min: '2026-11-10', max: '2026-11-20' }
  expect(read('Nov 10', bounds)).toEqual({ value: '2026-11-10' })
  expect(read('Nov 20', bounds)).toEqual({ value: '2026-11-20' })
  expect(read('Nov 9', bounds)).toEqual({ error: 'The first day that can be chosen is Nov 10, 2026.' })
  expect(read('Nov 21', bounds)).toEqual({ error: 'The last day that can be chosen is Nov 20, 2026.' })
})

it('writes days as the portal does, and what is none as it stands', () => {
  expect([writeDay('2026-11-27'), writeDay('31.02.'), writeDay('')]).toEqual(['Nov 27, 2026', '31.02.', ''])
  expect([isDay('2024-02-29'), isDay('2026-02-29'), isDay('2026-13-01')]).toEqual([true, false, false])
})
