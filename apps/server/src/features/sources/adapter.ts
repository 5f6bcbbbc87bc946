import type { Attribute } from '@callboard/contract/attributes'
import type { CallInput } from '@callboard/contract/calls'
import type { Mapping, RowProblem } from '@callboard/contract/mappings'
import type { SourceSetting, SourceSettingValue, StatusWord } from '@callboard/contract/sources'
import type { CountryCode } from '../../lib/phone.ts'

/** What an adapter knows of the source whose data it reads: plain data, as it is also read in threads. */
export interface SourceContext {
  /** Under which its calls are known, together with their external ids. */
  readonly sourceSystem: string
  /** Of times without a zone or offset: an IANA name. */
  readonly timeZone: string
  /** Of numbers without a calling code. */
  readonly country: CountryCode
  /** E.164, or the beginnings of numbers with `*` at the end: the customer's own. */
  readonly ownNumbers: readonly string[]
  /** What the system's own words for an outcome mean, where somebody has said so. */
  readonly statusWords: readonly StatusWord[]
  /** By their names; those of the declaration that are not secret, with their defaults. */
  readonly settings: Readonly<Record<string, SourceSettingValue>>
  /** What the customer has declared beyond the fields that every call has. */
  readonly attributes?: readonly SourceAttribute[] | undefined
  /** How its rows become calls, where people have said it: of sources of the kind `mapped`. */
  readonly mapping?: Mapping | undefined
}

/** An attribute of the calls of a source; of an inactive one values are kept as well. */
export type SourceAttribute = Pick<Attribute, 'key' | 'name' | 'type' | 'choices' | 'isActive'>

/** By their names; only those that are set. */
export type SourceSecrets = Readonly<Record<string, string>>

/** A phone system whose calls the portal understands. Each has a folder, and a line in `adapters.ts`. */
export type SourceAdapter = SourceDeclaration & (FromEvents | FromFiles)

interface SourceDeclaration {
  readonly kind: string
  readonly label: string
  /** What it is and what it takes, in a sentence. */
  readonly description: string
  /** The section of the guide to sources that tells how to set it up. */
  readonly guide: string
  readonly settings: readonly SourceSetting[]
  readonly file?: FileWay
  /** Where it has recordings fetched that its calls name, beside the hosts that the settings of the portal allow. */
  readonly recordings?: RecordingWay
}

/** Calls come in as events: by webhook, by fetching or over a connection. */
interface FromEvents {
  readonly webhook?: WebhookWay
  readonly fetch?: FetchWay
  readonly connection?: ConnectionWay
  /** What is known of a call by its events. */
  readonly callsOf: (events: readonly SourceEvent[], source: SourceContext) => CallsOfEvents
}

/** Calls come in files alone, whose events are calls only with `callsOf`. */
type FromFiles = { readonly [Way in keyof FromEvents]?: undefined }

/** One call as an adapter understood it: what `POST /api/calls` takes, with `externalCallId`, without `sourceSystem`. */
export type AdaptedCall = Partial<CallInput> & Pick<CallInput, 'externalCallId'>

/** What the system said once of a call: an event, a leg, a row. */
export interface SourceEvent {
  /** The same for all events of one call, whichever leg they are of. */
  readonly callKey: string
  /** The same for the same event, however often and by whichever way it comes. */
  readonly eventKey: string
  /** As it came, parsed: JSON. */
  readonly body: unknown
}

export interface CallsOfEvents {
  /** The call, and its legs where they are calls of their own; none while too little is known. In any order. */
  readonly calls: readonly AdaptedCall[]
  /**
   * Where little is known by events, and a file may have told of the call as a whole: what of it they change then. It is laid
   * over a call that was not made of events.
   */
  readonly whereKnown?: AdaptedCall
  /** Where no call can be made of what came: a sentence. It goes to the quarantine with the events. */
  readonly problem?: string
  /** What is wrong by that, cut short and as JSON. */
  readonly value?: string | undefined
  /** Where this is a part of a call with another key: what was said of it is said of that. */
  readonly partOf?: string
}

// Files

export interface SourceFile {
  /** On the disk of the portal. */
  readonly path: string
  /** As whoever sent it calls it. */
  readonly name: string
  readonly bytes: number
}

export interface FileWay {
  /** Endings of the files, for the file dialog: `.csv`. */
  readonly endings: readonly string[]
  /** Whether a file looks like one of this system, by its name and its first 64 kB. */
  recognises(start: { name: string; bytes: Uint8Array }): boolean
  /**
   * Reads a file in a thread of its own, in portions. Every line ends in a call, in an event or in `rejected`. Read again it
   * gives the same. Throws `ImportFileError` when it is no such file.
   */
  read(file: SourceFile, source: SourceContext): AsyncIterable<FileBatch>
  /**
   * Reads a row once more that was rejected, out of `raw` as `read` gave it. Undefined for one that cannot be read without
   * the lines around it; left out where rows are no calls by themselves.
   */
  rowAgain?(raw: string, source: SourceContext): RowAgain | undefined
}

/** What a row is now: a call, a part of one, nothing that counts, or rejected again. */
export type RowAgain =
  | { readonly call: CallInput }
  | { readonly event: SourceEvent }
  | { readonly isLeftOut: true }
  | ({ readonly problems: readonly RowProblem[] } & Pick<RejectedLine, 'externalCallId' | 'isLeg'>)

/** The result of a portion of a file; the figures are those of the portion. */
export interface FileBatch {
  readonly calls: readonly ReadCall[]
  /** Of formats whose rows are events: their calls are made of them when they are all in. */
  readonly events?: readonly SourceEvent[]
  readonly rejected: readonly RejectedLine[]
  /** Lines, rows or legs that were read. */
  readonly rows: number
  readonly bytes: number
  /** Of the file so far, each a sentence; those of the last portion count. */
  readonly warnings?: readonly string[]
}

interface ReadRow {
  /** From 1. */
  readonly line: number
  /** What it was read out of, as `FileWay.rowAgain` takes it; the call as JSON unless given. */
  readonly raw?: string
  /** Names of its sound files, as the system says them: of files in the folder of recordings of the source. */
  readonly recordingFiles?: readonly string[]
}

/** Checked where it is known to keep to the contract, so that it need not be checked again. */
export type ReadCall = ReadRow &
  (
    | { readonly call: AdaptedCall; readonly isChecked?: false }
    | { readonly call: CallInput; readonly isChecked: true }
  )

export interface RejectedLine {
  readonly line: number
  /** The line as it stands in the file, with U+2400 for NUL, which PostgreSQL cannot store. */
  readonly raw: string
  readonly code: string
  /** A sentence for people, without values: rows with the same one are counted together. */
  readonly description: string
  /** What is wrong, as it stands in the line, cut short and as JSON. */
  readonly value?: string | undefined
  /** Which call it is of, where the line says it. */
  readonly externalCallId?: string | undefined
  /** It is only a part of its call, which may be accepted without it. */
  readonly isLeg?: boolean
}

// Webhooks

/** A request of the other system, before anything of it is believed. */
export interface WebhookRequest {
  /** As the other system knows it: by the public address, with the query. */
  readonly url: string
  /** In lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Without its parameters, in lower case; '' when none was sent. */
  readonly contentType: string
  readonly body: Buffer
  /** Which of the two addresses of a source it came to. */
  readonly about: 'call' | 'recording'
}

export interface WebhookWay {
  /** Content types that it takes; others are refused. */
  readonly contentTypes: readonly string[]
  /** What the provider calls the address that is told of calls, where it is more than that. */
  readonly callLabel?: string
  /** Where recordings are posted to an address of their own: what the provider calls that. */
  readonly recordingLabel?: string
  /** Throws `WebhookRefused` unless the system itself has sent it, and lately. Takes the same time for any wrong signature. */
  verify(request: WebhookRequest, source: SourceContext, secrets: SourceSecrets): void
  /** The events of a verified request; none where it is about nothing that is kept. Throws `WebhookUnreadable`. */
  events(request: WebhookRequest, source: SourceContext): readonly SourceEvent[]
}

/** Not sent by the system, or too late: 403, and nothing is kept. The message says why, for the log alone. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

/** Sent by the system, and not to be understood: it is kept in the quarantine. The message is a sentence for people. */
export class WebhookUnreadable extends Error {
  override readonly name = 'WebhookUnreadable'
}

// Fetching

export interface FetchContext {
  readonly source: SourceContext
  readonly secrets: SourceSecrets
  /** Of private networks, which may be asked all the same: none but in tests. */
  readonly allowedAddresses: readonly string[]
  readonly signal: AbortSignal
  readonly nowMs: number
}

export interface FetchedPage {
  readonly events: readonly SourceEvent[]
  /** Where to go on: JSON. It is kept together with the events. */
  readonly cursor: unknown
  /** Nothing more for now. */
  readonly isDone: boolean
}

export interface FetchWay {
  /** How often there is something new to look for. */
  readonly intervalSeconds: number
  /** Whether the source says enough to fetch. */
  isConfigured(source: SourceContext, secrets: SourceSecrets): boolean
  /** The page at the cursor, which is null at first. Throws `FetchFailed`. */
  page(context: FetchContext, cursor: unknown): Promise<FetchedPage>
  /** Asks the other system whether it would answer. Resolves with a sentence about what it found; throws `FetchFailed`. */
  test(context: FetchContext): Promise<string>
}

// Connections

/** What was heard of calls under way. */
export interface Heard {
  readonly events: readonly SourceEvent[]
  /** The keys of all calls that there are, where the system said it: all others have ended. */
  readonly present?: ReadonlySet<string>
}

export interface ConnectionWay {
  /** Whether the source says enough to connect. */
  isConfigured(source: SourceContext, secrets: SourceSecrets): boolean
  /**
   * Connects, signs in, and tells what happens, until the signal aborts. What is told first has `present`: then it is connected.
   * Throws `FetchFailed` when the connection cannot be made, or is lost. Nothing but reading.
   */
  listen(context: FetchContext): AsyncIterable<Heard>
  /** Of a call that is none of those that are present. */
  gone(callKey: string, nowMs: number): SourceEvent
}

/** The other system did not give what was asked for. The message is a sentence for people. */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed'
  /** It is tried again later, at the earliest after so many seconds; somebody has to change something where it is false. */
  readonly isPassing: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    {
      isPassing,
      retryAfterSeconds,
      cause,
    }: { isPassing: boolean; retryAfterSeconds?: number; cause?: unknown },
  ) {
    super(message, { cause })
    this.isPassing = isPassing
    this.retryAfterSeconds = retryAfterSeconds
  }
}

// Recordings

export interface RecordingWay {
  /** How the recording at an address is asked for; undefined for one that is not of this source. */
  rules(url: URL, source: SourceContext, secrets: SourceSecrets): RecordingRules | undefined
}

/** See `OutsideRules`: a key is told to its host alone, also after a redirect. */
export interface RecordingRules {
  readonly hosts: readonly string[]
  /** Name and password by host. */
  readonly keys: ReadonlyMap<string, string>
  readonly tokens?: ReadonlyMap<string, string>
  readonly isAddressInJson?: boolean
}
