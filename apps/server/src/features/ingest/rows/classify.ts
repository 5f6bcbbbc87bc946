/** What distinguishes one version of a call from another. */
export interface CallVersion {
  revision: number | null
  contentHash: string
  /** It has ended, and its end is known. */
  isOver: boolean
}

export type Outcome = 'created' | 'updated' | 'unchanged' | 'conflict'

/**
 * Compares an incoming call with the known version. A higher revision replaces it, a lower one changes nothing, and the
 * same revision must have the same content. Without a revision, different content counts as newer; any revision is
 * newer than none. News of a call in progress may come late: without a revision they never replace the ended call.
 */
export function classify(known: CallVersion | undefined, incoming: CallVersion): Outcome {
  if (known === undefined) return 'created'
  const isSame = known.contentHash === incoming.contentHash
  const isLate = known.isOver && !incoming.isOver
  if (incoming.revision === null) return isSame || isLate ? 'unchanged' : 'updated'
  if (known.revision === null || incoming.revision > known.revision) return 'updated'
  if (incoming.revision < known.revision) return 'unchanged'
  return isSame ? 'unchanged' : 'conflict'
}

/** A correction without a revision keeps the known one, so that an older revision still cannot replace it. */
export function revisionAfter(
  known: Pick<CallVersion, 'revision'> | undefined,
  incoming: Pick<CallVersion, 'revision'>,
): number | null {
  return incoming.revision ?? known?.revision ?? null
}
