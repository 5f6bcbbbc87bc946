export interface ValueWords {
  /** What ids stand for. */
  names: Readonly<Record<string, string>>
  /** In which instants are written. */
  timeZone: string
}

/** What a part says: one thing, or several. */
export type SaidPart = string | readonly string[]

/** One thing, or the parts of a value by what they are called: `Figures` → `Calls`, `Missed rate`. */
export type Said = string | ReadonlyMap<string, SaidPart>

export function partText(part: SaidPart): string {
  return typeof part === 'string' ? part : part.join(', ')
}

/** What is written of a value as it would be stored today; undefined of any other. */
export function parsed<T, V>(
  schema: { safeParse: (value: unknown) => { data?: T | undefined } },
  value: unknown,
  write: (value: T) => V,
): V | undefined {
  const { data } = schema.safeParse(value)
  return data === undefined ? undefined : write(data)
}

/** Those that say something. */
export function partsOf(parts: Readonly<Record<string, SaidPart>>): ReadonlyMap<string, SaidPart> {
  return new Map(Object.entries(parts).filter(([, part]) => part.length > 0))
}
