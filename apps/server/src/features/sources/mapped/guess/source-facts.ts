import type { SourceContext } from '../../adapter.ts'

/** What a guess takes from the source. */
export type SourceFacts = Pick<SourceContext, 'timeZone' | 'country' | 'ownNumbers' | 'attributes'>
