import { dayOf } from '@callboard/contract/calendar'
import type { HoursVersion, RotationVersion, SpecialDay } from '@callboard/contract/routing'

/** The fields of a version of a rotation group. */
export interface TargetsFields {
  from: string
  note: string
  targets: { target?: string; name?: string; weight?: number | null }[]
}

/** Those of a time-of-day rule; several spans of a special day are an entry each, one without times is closed. */
export interface HoursFields {
  from: string
  note: string
  timeZone: string
  hours: { days?: number[]; from?: string; until?: string }[]
  specialDays: { day?: string; name?: string; from?: string; until?: string }[]
}

const workdays = [1, 2, 3, 4, 5]

/** A new version begins as the newest one was. */
export function targetsFieldsOf(version: RotationVersion | undefined, from: string): TargetsFields {
  const targets = version?.targets ?? [{ target: '', name: null, weight: 1 }]
  return {
    from,
    note: version?.note ?? '',
    targets: targets.map(({ target, name, weight }) => ({ target, name: name ?? '', weight })),
  }
}

export function hoursFieldsOf(
  version: HoursVersion | undefined,
  from: string,
  timeZone: string,
): HoursFields {
  return {
    from,
    note: version?.note ?? '',
    timeZone: version?.timeZone ?? timeZone,
    hours: version?.hours ?? [{ days: workdays, from: '08:00', until: '18:00' }],
    specialDays: version?.specialDays.flatMap(entriesOf) ?? [],
  }
}

function entriesOf({ day, name, hours }: SpecialDay) {
  const spans = hours.length === 0 ? [{ from: '', until: '' }] : hours
  return spans.map(({ from, until }) => ({ day, name: name ?? '', from, until }))
}

/** The day on which a version begins; empty where it always did. */
export function firstDayOf(version: { from: string | null } | undefined, timeZone: string): string {
  return version === undefined || version.from === null ? '' : dayOf(version.from, timeZone)
}

/** As a version is sent: its day as it was entered, or the very moment where the day was not changed. */
export function targetsVersion(
  { from, note, targets }: TargetsFields,
  edited: RotationVersion | undefined,
  timeZone: string,
): RotationVersion {
  return {
    from: momentOf(from, edited, timeZone),
    note,
    targets: targets.map(({ target = '', name = '', weight }) => ({ target, name, weight: weight ?? 1 })),
  }
}

export function hoursVersion(
  { from, note, timeZone, hours, specialDays }: HoursFields,
  edited: HoursVersion | undefined,
  zoneOfDays: string,
): HoursVersion {
  const byDay = Map.groupBy(specialDays, ({ day = '' }) => day)
  return {
    from: momentOf(from, edited, zoneOfDays),
    note,
    timeZone,
    hours: hours.map(({ days = [], from: start = '', until = '' }) => ({ days, from: start, until })),
    specialDays: Array.from(byDay, ([day, entries]) => ({
      day,
      name: entries.find(({ name = '' }) => name !== '')?.name ?? '',
      hours: entries.flatMap(({ from: start = '', until = '' }) =>
        start === '' && until === '' ? [] : [{ from: start, until }],
      ),
    })),
  }
}

function momentOf(day: string, edited: { from: string | null } | undefined, timeZone: string): string | null {
  if (edited !== undefined && day === firstDayOf(edited, timeZone)) return edited.from
  return day === '' ? null : day
}

/** All versions with another one in the place of one of them, or without it. */
export function replaced<V>(versions: readonly V[], edited: V | undefined, version: V | undefined): V[] {
  const others = versions.filter((one) => one !== edited)
  return version === undefined ? others : [...others, version]
}
