import { scheduleFrequencies } from '@callboard/contract/schedule'
import { expect, it } from 'vitest'
import {
  findScheduleError,
  defaultSchedule,
  withFrequency,
} from '#web/features/subscriptions/schedule-fields.ts'

const defaults = defaultSchedule('America/Chicago')
const cron = (expression: string) => ({ ...withFrequency(defaults, 'cron'), cron: expression })

it('keeps time and zone when another frequency is chosen, and each is a valid schedule', () => {
  for (const frequency of scheduleFrequencies) {
    const changed = withFrequency({ ...defaults, time: '17:05' }, frequency)
    expect(findScheduleError(changed), frequency).toBeUndefined()
    expect(changed.timeZone).toBe('America/Chicago')
  }
  expect(withFrequency({ ...defaults, time: '17:05' }, 'daily').time).toBe('17:05')
  expect(withFrequency({ ...defaults, time: '17:05' }, 'cron').cron).toBe('5 17 * * 1')
})

it('says in a sentence what is wrong with a schedule', () => {
  expect(findScheduleError({ ...defaults, daysOfWeek: [] })).toBe('Choose at least one day.')
  expect(findScheduleError({ ...defaults, time: '' })).toBe('Choose a time.')
  expect(findScheduleError(cron(''))).toBe('Enter an expression.')
  expect(findScheduleError(cron('* * * * *'))).toMatch(
    /^The expression comes more often than every 15 minutes/,
  )
  expect(findScheduleError(cron('0 8 31 2 *'))).toMatch(/^The expression names a day that never comes/)
})
