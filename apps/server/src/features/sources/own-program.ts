import type { SourceAdapter } from './adapter.ts'

/** Calls that a program sends to the API. */
export const ownProgram: SourceAdapter = {
  kind: 'api',
  label: 'Your own program',
  description: 'A program of yours sends calls to the API, with an API key that belongs to the source.',
  guide: 'your-own-program',
  settings: [],
}
