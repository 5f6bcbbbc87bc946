/** A call as changes are recorded of it: who called, and when. */
export function callName({
  callerNumber,
  startedAt,
}: {
  callerNumber: string | null
  /** An instant. */
  startedAt: string
}): string {
  return `${callerNumber ?? 'Withheld'}, ${startedAt.slice(0, 19).replace('T', ' ')} UTC`
}
