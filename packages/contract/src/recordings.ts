import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { redactionStatuses } from './fields.ts'
import { AgentChannel, ChannelParties } from './recording-channels.ts'
import { Guid, Instant } from './scalars.ts'

/** Types of sound that may be uploaded; what a file is, is told by its content. */
export const audioTypes = [
  'audio/wav',
  'audio/x-wav',
  'audio/mpeg',
  'audio/ogg',
  'audio/opus',
  'audio/mp4',
  'audio/x-m4a',
] as const

/** The largest recording that may be uploaded. */
export const recordingBytesLimit = 200 << 20
export const recordingRule = `WAV, MP3, Opus or M4A, up to ${recordingBytesLimit >> 20} MB`

/** The most recordings of a call. */
export const recordingsOfCallLimit = 20

/** The most ranges of a recording that are marked by hand. */
export const handSpansLimit = 1000

export const RedactionStatus = z.enum(redactionStatuses)
export type RedactionStatus = z.infer<typeof RedactionStatus>

/** What a spoken number is that must not be heard. */
const sensitiveKinds = [
  'card',
  'securityCode',
  'expiry',
  'pin',
  'ssn',
  'account',
  'identity',
  'birthDate',
  'licence',
] as const
export type SensitiveKind = (typeof sensitiveKinds)[number]

/** Why a range is not heard. */
export const spanKinds = ['keys', ...sensitiveKinds, 'number', 'pause', 'hand'] as const
export const SpanKind = z.enum(spanKinds)
export type SpanKind = z.infer<typeof SpanKind>

/** Seconds from the beginning of the recording. */
export const Moment = withExample(
  z
    .number()
    .min(0)
    .max(24 * 3600),
  10.5,
)

export const RedactedSpan = z.strictObject({
  id: Guid,
  start: Moment,
  /** Exclusive. */
  end: Moment,
  kind: SpanKind,
  /** It is heard all the same: somebody with the right has looked at it. Not in the redacted version's list. */
  isLifted: z.boolean(),
})
export type RedactedSpan = z.infer<typeof RedactedSpan>

export const TranscriptTurn = z.strictObject({
  /** As the source calls them: `caller`, `agent`, or a name; empty when unknown. */
  speaker: z.string().max(100),
  start: Moment,
  end: Moment,
  /** In the redacted version each range that must not be read is `•••`, however long it is. */
  text: z.string().max(10_000),
})
export type TranscriptTurn = z.infer<typeof TranscriptTurn>

/**
 * What speech to text does for a recording:
 * - `none`: nothing was asked of it, or a transcript was given
 * - `waiting`: it is to make the transcript
 * - `done`: it did; where nothing is heard the transcript is empty
 * - `incomplete`: it wrote down nothing of a part in which something is heard: what was spoken counts as not checked
 * - `failed`: it could not, and does not try again by itself
 */
export const speechStates = ['none', 'waiting', 'done', 'incomplete', 'failed'] as const
const SpeechState = z.enum(speechStates)
export type SpeechState = z.infer<typeof SpeechState>

/** A recording in one of its two versions, without its sound. */
export const Recording = z.strictObject({
  id: Guid,
  callId: Guid,
  /** Seconds; null until it was examined. */
  duration: z.number().nullable(),
  channels: z.int().nullable(),
  /** Who is heard on the channels of a stereo recording; null where nobody says so. */
  parties: ChannelParties.nullable(),
  /** Of the sound in this version. */
  contentType: z.string(),
  /** Of each channel the lowest and highest sample, -1 to 1, by turns: `peaksPerSecond` pairs a second. */
  peaks: z.array(z.array(z.number())),
  peaksPerSecond: z.int(),
  /** Which version this is. */
  redacted: z.boolean(),
  redactionStatus: RedactionStatus,
  /** Why it could not be examined, a sentence for people. */
  error: z.string().nullable(),
  /** Whether there was a transcript to look through: without, numbers that were spoken cannot be found. */
  isSpeechChecked: z.boolean(),
  /** Whether the caller may hear this version now. */
  isAudible: z.boolean(),
  /** What is not heard in the redacted version. */
  spans: z.array(RedactedSpan),
  /** Keys that were pressed; none in the redacted version. */
  keyTones: z.array(z.strictObject({ key: z.string(), start: Moment, end: Moment })),
  transcript: z.array(TranscriptTurn),
  /** The engine of speech to text that made the transcript; null for one that was given. */
  transcriptBy: z.string().nullable(),
  speech: z.strictObject({
    state: SpeechState,
    /** Why there is no transcript, a sentence for people; while it waits, of the last attempt. */
    error: z.string().nullable(),
    /** Until when its source has time to send a transcript, while it waits for that; null: it is asked as soon as it can be. */
    notBefore: Instant.nullable(),
    /** Whether the caller may have a transcript made, also in the place of an earlier one that was made. */
    mayStart: z.boolean(),
  }),
  /** Whether the caller may hear the original, too. */
  mayHearOriginal: z.boolean(),
  /** Whether a reason has to be given to hear the original. */
  isReasonRequired: z.boolean(),
  /** The original was destroyed: only the redacted version is left. */
  isOriginalGone: z.boolean(),
  createdAt: Instant,
  revision: z.int(),
})
export type Recording = z.infer<typeof Recording>

export const RecordingId = z.strictObject({ id: idOf('recording') })

/** Given twice or as something else, it is an error: nobody hears another version than they asked for. */
const RedactedQuery = z.strictObject({
  redacted: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .optional()
    .describe('The version without what must not be heard, unless it says `false`.'),
})

export const getRecording = endpoint({
  method: 'GET',
  path: '/api/callrecording/{id}',
  summary:
    'A recording: as JSON its outline, spans and transcript; by any other Accept its sound, also in parts (Range).',
  params: RecordingId,
  query: RedactedQuery,
  response: Recording,
  alsoProduces: ['audio/*', ...audioTypes, '*/*'],
})

export const getRecordingByTicket = endpoint({
  method: 'GET',
  path: '/api/callrecording/ticket/{ticket}',
  summary: 'The sound of a ticket, also in parts (Range).',
  params: z.strictObject({ ticket: withExample(z.string().regex(/^[\w-]{43}$/), 'x'.repeat(43)) }),
  response: 'file',
  alsoProduces: [...audioTypes, '*/*'],
  calledBy: 'browser',
})

/** What stands in the list of a call's recordings. */
export const RecordingOutline = z.strictObject({
  id: Guid,
  callId: Guid,
  duration: z.number().nullable(),
  channels: z.int().nullable(),
  redactionStatus: RedactionStatus,
  isAudible: z.boolean(),
  /** Of the version that the caller hears first: what the player opens with. */
  createdAt: Instant,
})

/**
 * - `waiting`: it is tried again
 * - `failed`: it is not
 */
export const RecordingFetchState = z.enum(['waiting', 'fetched', 'failed'])
export type RecordingFetchState = z.infer<typeof RecordingFetchState>

/** A recording that was named by its address and has not come yet. */
export const RecordingFetch = z.strictObject({
  id: Guid,
  host: z.string(),
  state: RecordingFetchState,
  /** Why the last attempt failed, a sentence for people. */
  error: z.string().nullable(),
  /** When it was tried last. */
  at: Instant,
})
export type RecordingFetch = z.infer<typeof RecordingFetch>

export const listCallRecordings = endpoint({
  method: 'GET',
  path: '/api/calls/{id}/recordings',
  summary: 'The recordings of a call, and those that are still to be fetched.',
  params: z.strictObject({ id: idOf('call') }),
  response: z.strictObject({ items: z.array(RecordingOutline), fetches: z.array(RecordingFetch) }),
})

export const retryRecordingFetch = endpoint({
  method: 'POST',
  path: '/api/recordingfetch/{id}/retry',
  summary:
    'Fetches a recording again that could not be fetched; one that is waiting, or has come, is left as it is.',
  params: z.strictObject({ id: idOf('recordingFetch') }),
  response: RecordingFetch,
})

const uploading = {
  method: 'PUT',
  query: z.strictObject({
    agentChannel: AgentChannel.optional().describe(
      'The channel of stereo sound on which the agent is heard.',
    ),
  }),
  body: z.unknown(),
  consumes: audioTypes,
  status: 201,
  calledBy: 'programs',
} as const

const Uploaded = z.strictObject({
  id: Guid,
  callId: Guid,
  bytes: z.int(),
  sha256: z.string(),
  redactionStatus: RedactionStatus,
})

export const uploadRecording = endpoint({
  ...uploading,
  path: '/api/calls/{id}/recording',
  summary: `Adds a recording to a call: ${recordingRule}. The same file again is the same recording.`,
  params: z.strictObject({ id: idOf('call') }),
  response: Uploaded,
})

/** How long a recording waits for its call. */
export const earlyRecordingHours = 1

export const uploadRecordingOfSource = endpoint({
  ...uploading,
  path: '/api/calls/{source}/{externalCallId}/recording',
  summary: `The same for a call that the sender knows by its source system (api where the call named none) and its external id, also before the call comes: the recording waits for it for up to ${earlyRecordingHours * 60} minutes.`,
  params: z.strictObject({
    source: withExample(z.string().min(1).max(64), 'api'),
    externalCallId: withExample(z.string().min(1).max(200), 'pbx-1001'),
  }),
  response: Uploaded.extend({
    waitsForCall: z
      .boolean()
      .describe('True until the call comes; the recording cannot be listened to so long.'),
  }),
})

export const createTranscript = endpoint({
  method: 'POST',
  path: '/api/callrecording/{id}/transcript',
  summary:
    'Has the transcript of a recording made by speech to text, to whose engine the original is sent. Needs the right to hear it.',
  params: RecordingId,
})

/** As people read it, or with its times for programs. */
export const transcriptFormats = { txt: 'text/plain', vtt: 'text/vtt' } as const

export const getTranscript = endpoint({
  method: 'GET',
  path: '/api/callrecording/{id}/transcript',
  summary: 'The transcript of a recording as a file: text as people read it, or WebVTT.',
  params: RecordingId,
  query: RedactedQuery.extend({
    format: z.enum(['txt', 'vtt']).optional().describe('`txt` unless given.'),
  }),
  response: 'file',
  alsoProduces: [...Object.values(transcriptFormats), '*/*'],
})

const WebVtt = withExample(
  z.string(),
  'WEBVTT\n\n00:00.000 --> 00:02.500\n<v agent>Good morning, how can I help you?\n',
)

/** A word by itself, where whoever wrote the transcript knows when it was said. */
const TimedWord = z.strictObject({ start: Moment, end: Moment, text: z.string().max(200) })

/** A turn as it is sent: the times of its words, where it has them, make the silence shorter. */
export const TimedTurn = TranscriptTurn.extend({ words: z.array(TimedWord).max(5000).optional() }).refine(
  ({ start, end }) => end >= start,
  { message: 'ends before it starts', path: ['end'] },
)
export type TimedTurn = z.infer<typeof TimedTurn>

/** Of all turns. Twelve hours of talk have some 700,000 characters. */
export const transcriptCharactersLimit = 1_000_000

export const TranscriptTurns = z
  .array(TimedTurn)
  .max(20_000)
  .refine(
    (turns) => turns.reduce((sum, { text }) => sum + text.length, 0) <= transcriptCharactersLimit,
    `must have at most ${transcriptCharactersLimit} characters in total`,
  )

export const updateTranscript = endpoint({
  method: 'PUT',
  path: '/api/callrecording/{id}/transcript',
  summary:
    'The transcript of a recording, as turns or as WebVTT; it is redacted again by it. Times are seconds from its beginning: what cannot be right is rejected, with the field.',
  params: RecordingId,
  body: withExample(z.strictObject({ turns: TranscriptTurns, agentChannel: AgentChannel.optional() }), {
    turns: [{ speaker: 'agent', start: 0, end: 2.5, text: 'Good morning, how can I help you?' }],
  }),
  consumes: ['application/json', 'text/vtt'],
  contents: { 'text/vtt': WebVtt },
})
