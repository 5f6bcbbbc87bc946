/**
 * Why a file of sound cannot be used.
 *
 * - `unknown`: it is not one of the kinds of files that are read
 * - `broken`: its header says what cannot be
 * - `cut`: it ends before its sound does
 * - `tooLong`: it lasts longer than is worked on
 */
export type RecordingErrorKind = 'unknown' | 'broken' | 'cut' | 'tooLong'

export class RecordingError extends Error {
  readonly kind: RecordingErrorKind
  constructor(kind: RecordingErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}
