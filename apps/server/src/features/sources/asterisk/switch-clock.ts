import { localClock, type LocalClock } from '#server/lib/local-time.ts'

/** How a date such as 3/9/2017 is meant where nothing else tells. */
export type DateOrder = 'dayFirst' | 'monthFirst'

/** Of a time that never came, such as an answer. */
export const neverForm = /^(?:|0+(?:\.0*)?|0000-00-00(?:[ T].*)?)$/

const epochForm = /^(\d{9,11})(?:\.\d*)?$/
const isoForm = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?(?:[.,]\d+)?(Z|[+-]\d{2}:?\d{2})?$/
const slashForm = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))?$/

/**
 * The clock of a switch, by whatever way it writes its times: `2026-03-10 09:00:00`, seconds since 1970, ISO with an offset,
 * `10/3/2026 9:00:00`. Whether the day or the month stands first there shows the instant that is expected. Fractions of a
 * second are left out: not all of the ways in which a switch tells of the same call have them.
 */
export function switchClock(timeZone: string, dateOrder: DateOrder = 'dayFirst'): LocalClock {
  const clock = localClock(timeZone)
  return {
    instant(text, expected) {
      const instant = clock.instant(text, expected)
      return Number.isNaN(instant) ? otherInstant(text, expected) : instant
    },
  }

  function otherInstant(text: string, expected: number | undefined): number {
    const epoch = epochForm.exec(text)?.[1]
    if (epoch !== undefined) return Number(epoch) * 1000
    const [, date = '', minute = '', second = ':00', offset] = isoForm.exec(text) ?? []
    if (offset !== undefined) return Date.parse(`${date}T${minute}${second}${offset}`)
    if (date !== '') return clock.instant(`${date} ${minute}${second}`, expected)
    const [, first = '', other = '', year = '', hour = '', minutes = '', seconds = '00'] =
      slashForm.exec(text) ?? []
    const [a, b, at] = [first, other, hour].map((digits) => digits.padStart(2, '0'))
    const readings = { dayFirst: `${year}-${b}-${a}`, monthFirst: `${year}-${a}-${b}` }
    const order = dateOrder === 'dayFirst' ? ['dayFirst', 'monthFirst'] : ['monthFirst', 'dayFirst']
    const instants = order
      .map((one) => (one === 'dayFirst' ? readings.dayFirst : readings.monthFirst))
      .map((day) => clock.instant(`${day} ${at}:${minutes}:${seconds}`, expected))
      .filter((instant) => !Number.isNaN(instant))
    return expected === undefined ? (instants[0] ?? Number.NaN) : nearest(instants, expected)
  }
}

/** The first of those that are equally near; NaN of none. */
function nearest(instants: readonly number[], expected: number): number {
  const distances = instants.map((instant) => Math.abs(instant - expected))
  return instants[distances.indexOf(Math.min(...distances))] ?? Number.NaN
}
