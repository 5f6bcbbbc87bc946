import { expect, it } from 'vitest'
import { readTime } from '#web/lib/typed-time.ts'

it.each([
  ['8', '08:00'],
  ['08:30', '08:30'],
  ['8.30', '08:30'],
  ['830', '08:30'],
  ['1530', '15:30'],
  ['15:30:00', '15:30'],
  [' 3:30\u00a0PM ', '15:30'],
  ['3 p.m.', '15:00'],
  ['12 am', '00:00'],
  ['12:05 pm', '12:05'],
  ['noon', '12:00'],
  ['٠٨:٣٠', '08:30'],
])('reads %j as %s', (text, value) => {
  expect(readTime(text)).toEqual({ value })
})

it.each(['24:00', '08:60', '13 pm', '0 am'])('says that there is no %s', (text) => {
  expect(readTime(text)).toEqual({ error: `There is no ${text}. Enter a time such as 08:30, or 8:30 pm.` })
})

it.each(['', 'soon', '8:3', '08:30:15'])('says what to enter instead of %j', (text) => {
  expect(readTime(text)).toEqual({ error: 'Enter a time such as 08:30, or 8:30 pm.' })
})
