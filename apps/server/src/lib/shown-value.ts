const shownCharacters = 60

/** What was sent, for whoever mends it: as JSON, and cut short; undefined where nothing was. */
export function shownValue(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = JSON.stringify(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

/** A sentence that says what is wrong with a value, and the value as it is shown. */
export function withShownValue(sentence: string, shown: string | undefined): string {
  return shown === undefined ? sentence : `${sentence.slice(0, -1)}; it is ${shown}.`
}
