import { dayPartHours } from '@callboard/contract/day-parts'
import { dayOffsetsOf, daySeconds, hourSeconds, type OffsetStep } from './zone-offsets.ts'

// Local time in SQL, from offsets that are constants of the text: the engine is told no zone.

const startSecond = 'toUnixTimestamp(started_at)'

/** The local day on which a call started, as a Date. */
export function startDaySql(offsets: readonly OffsetStep[]): string {
  return `toDate(${dayNumberSql(offsets)})`
}

/** 1 Monday to 7 Sunday. */
export function dayOfWeekSql(offsets: readonly OffsetStep[]): string {
  // 1 January 1970 was a Thursday.
  return `((${dayNumberSql(offsets)} + 3) % 7 + 1)`
}

/** 0 to 23. */
export function hourOfDaySql(offsets: readonly OffsetStep[]): string {
  return `(intDiv(${localSql(startSecond, offsets)}, ${hourSeconds}) % 24)`
}

/** The first hour of the part of the day. */
export function dayPartSql(offsets: readonly OffsetStep[]): string {
  return `(intDiv(${hourOfDaySql(offsets)}, ${dayPartHours}) * ${dayPartHours})`
}

/**
 * When the local hour began in which a call started, in Unix seconds. An hour begins anew where clocks change within it.
 * `written` are the offsets by which the beginning is found, where not those of the local time: hours that come twice
 * may be counted as one.
 */
export function startHourSql(offsets: readonly OffsetStep[], written: readonly OffsetStep[]): string {
  const local = localSql(startSecond, offsets)
  const hour = `intDiv(${local}, ${hourSeconds}) * ${hourSeconds} - (${offsetSql(startSecond, written)})`
  const changesWithin = written.map(({ from, offset }) => ({
    from,
    offset: Number.isFinite(from) && (from + offset) % hourSeconds !== 0 ? from : 0,
  }))
  return changesWithin.every(({ offset }) => offset === 0)
    ? hour
    : `greatest(${hour}, ${offsetSql(startSecond, changesWithin)})`
}

/** A column of instants, moved to the local time: what it is written as is what clocks showed. */
export function localInstantSql(column: string, offsets: readonly OffsetStep[]): string {
  return `addSeconds(${column}, ${offsetSql(`toUnixTimestamp(${column})`, offsets)})`
}

function dayNumberSql(offsets: readonly OffsetStep[]): string {
  return `intDiv(${localSql(startSecond, dayOffsetsOf(offsets))}, ${daySeconds})`
}

function localSql(second: string, offsets: readonly OffsetStep[]): string {
  return `${second} + (${offsetSql(second, offsets)})`
}

/** Each step is a comparison of whole columns: fifty of them cost no more than the zone functions of the engine. */
function offsetSql(second: string, steps: readonly OffsetStep[]): string {
  const changes = steps.filter(({ offset }, at) => offset !== steps[at - 1]?.offset)
  const branches = changes.slice(1).map(({ from }, at) => `${second} < ${from}, ${changes[at]?.offset ?? 0}`)
  const last = changes.at(-1)?.offset ?? 0
  return branches.length === 0 ? String(last) : `multiIf(${branches.join(', ')}, ${last})`
}
