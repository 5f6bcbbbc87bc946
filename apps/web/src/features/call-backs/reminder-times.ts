/** Times that one is reminded at by a click: the next ones of a working day. */
export function proposedReminders(
  now: Temporal.Instant,
  timeZone: string,
): { label: string; at: Temporal.ZonedDateTime }[] {
  const local = now.toZonedDateTimeISO(timeZone).round({ smallestUnit: 'minute', roundingMode: 'floor' })
  const today = local.startOfDay()
  const tomorrow = today.add({ days: 1 })
  const afternoon = today.with({ hour: 15 })
  return [
    { label: 'In an hour', at: local.add({ hours: 1 }) },
    ...(Temporal.ZonedDateTime.compare(afternoon, local.add({ hours: 1 })) > 0
      ? [{ label: 'This afternoon', at: afternoon }]
      : []),
    { label: 'Tomorrow morning', at: tomorrow.with({ hour: 9 }) },
    { label: 'In a week', at: today.add({ weeks: 1 }).with({ hour: 9 }) },
  ]
}
