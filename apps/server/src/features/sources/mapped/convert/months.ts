/** The first letters of months in English, German, French and Spanish, without accents. */
const beginnings: readonly (readonly string[])[] = [
  ['jan', 'ene', 'jän'],
  ['feb', 'fev', 'fév'],
  ['mar', 'mär', 'mrz'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aou', 'aoû', 'ago'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez', 'déc', 'dic'],
]

/** From 1. */
export function monthOf(name: string): number | undefined {
  const lower = name.toLowerCase()
  const index = beginnings.findIndex((words) => words.some((word) => lower.startsWith(word)))
  return index === -1 ? undefined : index + 1
}
