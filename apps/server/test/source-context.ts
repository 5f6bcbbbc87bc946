import type { SourceContext } from '#server/features/sources/adapter.ts'

/** What an adapter knows of a source of which nobody has said anything. */
export const plainSource: SourceContext = {
  sourceSystem: 'Front desk',
  timeZone: 'UTC',
  country: 'US',
  ownNumbers: [],
  statusWords: [],
  settings: {},
}
