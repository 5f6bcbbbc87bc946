import { locale } from './locale.ts'

/**
 * Names that the runtime still has for places that are called otherwise today, and by which IANA calls them. Browsers and
 * Node differ in which of the two they know as the first.
 */
const presentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Etc/GMT': 'UTC',
  'Etc/UCT': 'UTC',
  'Etc/UTC': 'UTC',
  'Europe/Kiev': 'Europe/Kyiv',
  GMT: 'UTC',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

let known: readonly string[] | undefined

/** Every time zone once, by its name of today, in the order of the names. */
export function listTimeZones(): readonly string[] {
  known ??= [
    ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map((zone) => presentNames[zone] ?? zone)]),
  ].toSorted((one, other) => (one < other ? -1 : 1))
  return known
}

const resolved = new Map<string, string>()

/** The name that a zone has today, whichever of its names is given: `Asia/Kolkata` for `Asia/Calcutta`, `America/New_York` for `US/Eastern`. */
export function canonicalTimeZone(timeZone: string): string {
  const before = resolved.get(timeZone)
  if (before !== undefined) return before
  const found = resolveTimeZone(timeZone)
  if (resolved.size < 1000) resolved.set(timeZone, found)
  return found
}

function resolveTimeZone(timeZone: string): string {
  const present = presentNames[timeZone] ?? timeZone
  if (listTimeZones().includes(present)) return present
  try {
    const runtimes = new Intl.DateTimeFormat(locale, { timeZone }).resolvedOptions().timeZone
    const name = presentNames[runtimes] ?? runtimes
    if (listTimeZones().includes(name)) return name
    // A runtime that leaves a name as it was given says that it means the same as another.
    const here = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone)
    return listTimeZones().find((zone) => here.equals(here.withTimeZone(zone))) ?? name
  } catch {
    return timeZone
  }
}

/** A time zone as people read it, everywhere the same: `America/New York`. */
export function formatTimeZone(timeZone: string): string {
  return canonicalTimeZone(timeZone)
    .replace(/^Etc\//, '')
    .replaceAll('_', ' ')
}

/** The same with what it is apart from UTC at a moment, for choosing one: `America/New York (UTC-05:00)`. */
export function formatTimeZoneOffset(timeZone: string, at: Temporal.Instant): string {
  const name = formatTimeZone(timeZone)
  return name === 'UTC' ? name : `${name} (UTC${at.toZonedDateTimeISO(timeZone).offset})`
}

/** The same in a sentence: `America/New York time`; `UTC`. */
export function formatTimeZoneTime(timeZone: string): string {
  const name = formatTimeZone(timeZone)
  return name.includes('/') ? `${name} time` : name
}

/** What else people call a zone when they look for it: its names of before, and of its country: `Eastern Time`. */
export function otherTimeZoneNames(timeZone: string): string {
  const before = Object.keys(presentNames).filter((name) => presentNames[name] === timeZone)
  const generic = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' })
  const name = generic.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return [...before, name].join(' ')
}
