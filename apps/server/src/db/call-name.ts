/** A call as changes are recorded of it: who called or was called, and when. */
export function callName({
  contactNumber,
  startedAt,
}: {
  /** Empty or null when withheld. */
  contactNumber: string | null
  /** An instant. */
  startedAt: string
}): string {
  return `${contactNumber || 'Withheld'}, ${startedAt.slice(0, 19).replace('T', ' ')} UTC`
}
