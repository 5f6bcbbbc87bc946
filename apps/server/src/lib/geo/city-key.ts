/** Abbreviations in the place names of the sources. */
const longForms: ReadonlyMap<string, string> = new Map([
  ['afb', 'air force base'],
  ['bch', 'beach'],
  ['ctr', 'center'],
  ['cty', 'city'],
  ['e', 'east'],
  ['fls', 'falls'],
  ['frst', 'forest'],
  ['ft', 'fort'],
  ['grv', 'grove'],
  ['hbr', 'harbor'],
  ['hls', 'hills'],
  ['hts', 'heights'],
  ['is', 'island'],
  ['jct', 'junction'],
  ['lk', 'lake'],
  ['lks', 'lakes'],
  ['mt', 'mount'],
  ['mtn', 'mountain'],
  ['n', 'north'],
  ['pk', 'park'],
  ['prt', 'port'],
  ['pt', 'point'],
  ['rvr', 'river'],
  ['s', 'south'],
  ['spg', 'spring'],
  ['spgs', 'springs'],
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['twp', 'township'],
  ['vlg', 'village'],
  ['vly', 'valley'],
  ['w', 'west'],
])

/** The same for all spellings of a city's name: `St. Louis` and `SAINT LOUIS`, `McLean` and `Mc Lean`. */
export function cityKey(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f.'’]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return words
    .filter((word) => word !== '')
    .map((word) => longForms.get(word) ?? word)
    .join(' ')
    .replace(/\bmc /g, 'mc')
}
