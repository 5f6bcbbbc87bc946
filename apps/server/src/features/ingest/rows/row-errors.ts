/** Why a row is rejected: a code for programs and a sentence for people. */
export interface RowError {
  code: string
  description: string
  /** Of the field that is wrong, as it was sent and cut short. */
  value?: string | undefined
}

const sentences = {
  malformedRow: 'The line is not valid JSON.',
  notText: 'The line is not UTF-8 text.',
  customerMismatch: 'The call names a different customer than the API key.',
  invalidText: 'A text contains invalid characters: a NUL or half of a surrogate pair.',
  startedTooEarly: 'startedAt is before 1990.',
  startedInFuture: 'startedAt is more than a day in the future.',
  endedInFuture: 'endedAt is more than a day in the future.',
  endedBeforeStart: 'endedAt is before startedAt.',
  answeredBeforeStart: 'answeredAt is before startedAt.',
  answeredAfterEnd: 'answeredAt is after endedAt.',
  ownParent: 'The call is its own parent.',
  parentMismatch: 'parentCallId and parentExternalCallId name different calls.',
  unknownCall: 'There is no such call yet, and a new one needs more fields.',
  revisionConflict: 'This revision of the call already exists with different content.',
} as const satisfies Record<string, string>

export function rowError(code: keyof typeof sentences): RowError {
  return { code, description: sentences[code] }
}
