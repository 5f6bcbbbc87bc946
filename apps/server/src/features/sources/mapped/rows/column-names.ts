/** Names of columns as mappings know them: each once, and `Column 3` where a column has none. */
export function columnNames(given: readonly string[], width = given.length): string[] {
  const seen = new Map<string, number>()
  return Array.from({ length: width }, (_, index) => {
    const name = (given[index] ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 180) || `Column ${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}
