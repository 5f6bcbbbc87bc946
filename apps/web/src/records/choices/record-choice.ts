import type { AnswerQuery, Subject } from '#web/lib/api/endpoint-query.ts'

export interface Choice {
  value: string
  label: string
  /** Offered, but not to be chosen. */
  disabled?: boolean
  /** The heading that it is offered below, where records of several kinds are. */
  group?: string
  /** What it is called below that. */
  nameInGroup?: string
}

/** Records to choose from. */
export interface RecordChoice {
  /** Begins the keys of their queries. */
  key: readonly [Subject, ...string[]]
  /** The first ones by a keyword. */
  search: (keyword: string, signal: AbortSignal) => Promise<Choice[]>
  /** What a chosen one is called. */
  nameOf: (id: string, signal: AbortSignal) => Promise<string>
}

/** The query that finds records by a keyword. */
export function choicesQuery({ key, search }: Pick<RecordChoice, 'key' | 'search'>) {
  return (keyword: string): AnswerQuery<Choice[]> => ({
    queryKey: [...key, 'choices', keyword],
    queryFn: async ({ signal }) => await search(keyword, signal),
  })
}

/** The query for what one of them is called. */
export function nameQuery(
  { key, nameOf }: Pick<RecordChoice, 'key' | 'nameOf'>,
  id: string,
): AnswerQuery<string> {
  return { queryKey: [...key, 'name', id], queryFn: async ({ signal }) => await nameOf(id, signal) }
}
