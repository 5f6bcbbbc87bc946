import type { Schedule } from '@callboard/contract/schedule'
import { describe, expect, it } from 'vitest'
import { dueTimesBetween, nextRunOf, UnreadableSchedule } from './next-run.ts'

const daily: Schedule = { frequency: 'daily', time: '08:00', timeZone: 'UTC' }
const cron = (expression: string): Schedule => ({ frequency: 'cron', cron: expression, timeZone: 'UTC' })
const at = (text: string) => new Date(`2026-03-${text}:00.000Z`)

it('the next run is after the moment, and none where no more will come', () => {
  expect(nextRunOf(daily, at('10T07:59'))).toEqual(at('10T08:00'))
  expect(nextRunOf(daily, at('10T08:00'))).toEqual(at('11T08:00'))
  expect(nextRunOf(cron('0 0 30 2 *'), at('10T08:00'))).toBe(null)
})

it('due times between two are after the one, and up to the other', () => {
  expect(dueTimesBetween(daily, at('10T08:00'), at('12T08:00'))).toEqual([at('11T08:00'), at('12T08:00')])
  expect(dueTimesBetween(daily, at('10T08:00'), at('11T07:59'))).toEqual([])
})

describe('a schedule that cannot be read any more', () => {
  it.each([cron('@daily'), { ...daily, timeZone: 'Mars/Base' }])(
    'is an error of its field: %o',
    (schedule) => {
      for (const read of [
        () => nextRunOf(schedule, at('10T08:00')),
        () => dueTimesBetween(schedule, at('10T08:00'), at('12T08:00')),
      ]) {
        expect(read).toThrow(UnreadableSchedule)
        expect(read).toThrow('Its schedule is no longer valid. Choose a new one.')
      }
      expect(new UnreadableSchedule(undefined)).toMatchObject({
        code: 'invalid',
        field: 'schedule',
      })
    },
  )
})
