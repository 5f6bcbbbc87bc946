/** What tells one version of a call from another. */
export interface CallVersion {
  revision: number | null
  contentHash: string
}

export type Outcome = 'created' | 'updated' | 'unchanged' | 'conflict'

/**
 * What a call that comes in is against the one that is known. A higher revision replaces, a lower one changes
 * nothing; the same revision must have the same content. Without a revision other content counts as newer, and any
 * revision is newer than none.
 */
export function classify(known: CallVersion | undefined, incoming: CallVersion): Outcome {
  if (known === undefined) return 'created'
  const isSame = known.contentHash === incoming.contentHash
  if (incoming.revision === null) return isSame ? 'unchanged' : 'updated'
  if (known.revision === null || incoming.revision > known.revision) return 'updated'
  if (incoming.revision < known.revision) return 'unchanged'
  return isSame ? 'unchanged' : 'conflict'
}

/** A correction without a revision does not take the known one away: an older revision must still not replace it. */
export function revisionAfter(known: CallVersion | undefined, incoming: CallVersion): number | null {
  return incoming.revision ?? known?.revision ?? null
}
