/** All time zones that the browser knows, and the chosen one. */
export function namedTimeZones(chosen: string | null) {
  const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  if (chosen !== null) known.add(chosen)
  const zones = [...known].toSorted((one, other) => (one < other ? -1 : 1))
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}

/** The same, after the portal's own. */
export function timeZoneChoices(chosen: string | null, portalZone: string | undefined) {
  return [
    { value: '', label: `As the portal${portalZone === undefined ? '' : ` (${portalZone})`}` },
    ...namedTimeZones(chosen),
  ]
}
