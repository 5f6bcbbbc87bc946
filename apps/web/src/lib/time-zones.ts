/** Zones to choose from: the portal's own, all that the browser knows, and the one that is chosen. */
export function timeZoneChoices(chosen: string | null, portalZone: string | undefined) {
  const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  if (chosen !== null) known.add(chosen)
  const zones = [...known].toSorted((one, other) => (one < other ? -1 : 1))
  return [
    { value: '', label: `As the portal${portalZone === undefined ? '' : ` (${portalZone})`}` },
    ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ]
}
