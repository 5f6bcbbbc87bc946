/** How long somebody waits, in its two largest units: `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function formatWait(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  if (days > 0) return joined([days, 'd'], [hours, 'h'])
  return hours > 0 ? joined([hours, 'h'], [rest, 'min']) : `${rest} min`
}

function joined([count, unit]: [number, string], [smaller, ofUnit]: [number, string]): string {
  return smaller === 0 ? `${count} ${unit}` : `${count} ${unit} ${smaller} ${ofUnit}`
}
