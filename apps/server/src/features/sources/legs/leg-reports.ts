/** In the order in which a leg goes through them. Where several finals were said of one leg, the last here counts. */
export const legStatuses = [
  'queued',
  'initiated',
  'ringing',
  'in-progress',
  'canceled',
  'failed',
  'no-answer',
  'busy',
  'completed',
] as const
export type LegStatus = (typeof legStatuses)[number]

export interface PlaceReport {
  readonly city: string | undefined
  readonly state: string | undefined
  readonly zip: string | undefined
  readonly country: string | undefined
}

/** What is said of a leg that does not change while it lasts. */
export interface LegWords {
  readonly direction: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly fromPlace?: PlaceReport | undefined
  readonly toPlace?: PlaceReport | undefined
  readonly callerName?: string | undefined
  readonly answeredBy?: string | undefined
  readonly hangupBy?: string | undefined
  /** A cause of Q.850 in words. */
  readonly hangupCause?: string | undefined
  readonly hangupReason?: string | undefined
  readonly forwardedFrom?: string | undefined
  readonly stirVerdict?: string | undefined
  readonly codec?: string | undefined
  readonly mos?: number | undefined
  readonly cost?: string | undefined
  readonly currency?: string | undefined
}

/** What an event, or a row of an API, says of a leg. */
export interface LegReport extends LegWords {
  readonly kind: 'leg'
  readonly eventKey: string
  readonly sid: string
  readonly isRow: boolean
  readonly status: LegStatus | undefined
  /** As the system says it. */
  readonly word: string | undefined
  /** Somebody answered, though nothing says when. */
  readonly isAnswered: boolean
  /** When that came true, of a row when it was changed. */
  readonly atMs: number | undefined
  readonly startedMs: number | undefined
  readonly answeredMs?: number | undefined
  readonly endedMs: number | undefined
  /** From the answer to the end. */
  readonly seconds?: number | undefined
}

export interface RecordingReport {
  readonly kind: 'recording'
  readonly eventKey: string
  readonly sid: string
  readonly status: string | undefined
  readonly seconds: number | undefined
  readonly startedMs: number | undefined
  /** What a caller left after the tone. */
  readonly isMessage: boolean
  readonly hasTwoChannels: boolean
  /** As it was said, if it was. */
  readonly url: string | undefined
}

export type Report = LegReport | RecordingReport
