import { dayMs } from './local-clock.ts'

interface CalendarDay {
  /** 1 January to 12 December. */
  month: number
  date: number
  weekday: number
  /** Days of this month from this one on, itself included. */
  left: number
}

const nth = (month: number, weekday: number, number: number) => (day: CalendarDay) =>
  day.month === month && day.weekday === weekday && Math.ceil(day.date / 7) === number
const last = (month: number, weekday: number) => (day: CalendarDay) =>
  day.month === month && day.weekday === weekday && day.left <= 7
const on = (month: number, date: number) => (day: CalendarDay) => day.month === month && day.date === date

const shared = [on(1, 1), nth(9, 1, 1), nth(10, 1, 2), on(12, 24), on(12, 25), on(12, 26)]

const rules = {
  US: [
    ...shared,
    nth(1, 1, 3),
    nth(2, 1, 3),
    last(5, 1),
    on(6, 19),
    on(7, 4),
    nth(11, 4, 4),
    (day: CalendarDay) => day.month === 11 && day.weekday === 5 && day.date >= 23 && day.date <= 29,
  ],
  CA: [...shared, nth(2, 1, 3), on(7, 1), nth(8, 1, 1)],
} as const

const known = { US: new Map<number, boolean>(), CA: new Map<number, boolean>() }

/** Whether a day, counted from 1 January 1970, is one on which most offices are closed. */
export function isHoliday(day: number, country: keyof typeof rules): boolean {
  let answer = known[country].get(day)
  if (answer === undefined) {
    answer = matchesRule(day, country)
    known[country].set(day, answer)
  }
  return answer
}

function matchesRule(day: number, country: keyof typeof rules): boolean {
  const date = new Date(day * dayMs)
  const month = date.getUTCMonth() + 1
  const monthDays = new Date(Date.UTC(date.getUTCFullYear(), month, 0)).getUTCDate()
  const dayOfMonth = date.getUTCDate()
  const calendarDay = { month, date: dayOfMonth, weekday: date.getUTCDay(), left: monthDays - dayOfMonth + 1 }
  return rules[country].some((rule) => rule(calendarDay))
}
