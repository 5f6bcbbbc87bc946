import type { SourceContext } from '#server/features/sources/adapter.ts'

/** What an adapter knows of a source, unless said otherwise one in New York without numbers of its own. */
export function sourceContext(given: Partial<SourceContext> = {}): SourceContext {
  return {
    sourceSystem: 'test',
    timeZone: 'America/New_York',
    country: 'US',
    ownNumbers: [],
    statusWords: [],
    settings: {},
    ...given,
  }
}
