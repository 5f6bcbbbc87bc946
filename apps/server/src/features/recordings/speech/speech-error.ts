/** Why there is no transcript: a sentence for people. */
export class SpeechError extends Error {
  override readonly name = 'SpeechError'
  /** Asking again later may help. */
  readonly isPassing: boolean
  /** What the engine itself said; it may tell of what was heard. */
  readonly detail: string | undefined

  constructor(
    message: string,
    {
      isPassing = false,
      detail,
      cause,
    }: { isPassing?: boolean; detail?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.isPassing = isPassing
    this.detail = detail
  }
}
