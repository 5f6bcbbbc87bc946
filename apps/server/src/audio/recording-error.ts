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
  override readonly name = 'RecordingError'
  readonly kind: RecordingErrorKind

  constructor(kind: RecordingErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
