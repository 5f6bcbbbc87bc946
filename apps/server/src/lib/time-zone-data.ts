import { versions } from 'node:process'

/** The release of the IANA time zone database that comes with this Node, such as `2026c`; 'unknown' if it has none of its own. */
export const timeZoneRelease = versions.tz ?? 'unknown'

/** Node has more than 400 where all of its zones are there. */
const minZones = 300

/** What is wrong with the time zones of this process, in a sentence; undefined if nothing is. */
export function findTimeZoneProblem(
  { release, zones, year }: { release: string; zones: number; year: number } = {
    release: timeZoneRelease,
    zones: Intl.supportedValuesOf('timeZone').length,
    year: Temporal.Now.plainDateISO('UTC').year,
  },
): string | undefined {
  if (zones < minZones)
    return `This Node knows only ${zones} time zones: use one with full international data (ICU).`
  if (release === 'unknown') return 'This Node does not say which time zone data it has.'
  // Zones change their rules several times a year, some at short notice.
  if (Number(release.slice(0, 4)) < year - 1)
    return `The time zone data of this Node is of ${release}: hours may be wrong where rules have changed since. Update Node.`
  return undefined
}
