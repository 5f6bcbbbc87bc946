import { formatDuration } from '@callboard/contract/format'
import type { CallerReading } from '../../../access/rows/caller-reading.ts'
import { formatDateTime } from '@callboard/contract/format-time'
import {
  type ChannelParties,
  speakerLabel,
  writeChannelParties,
} from '@callboard/contract/recording-channels'
import { transcriptFormats, type TranscriptTurn } from '@callboard/contract/recordings'
import { FileAnswer } from '../../../http/file-answer.ts'
import { notFound } from '../../../lib/app-error.ts'
import * as store from '../keeping/store.ts'
import { partiesOf } from './channel-parties.ts'
import { type CallOfFile, fileNameOfCall, getCallOfFile, differsFromOriginal } from './file-name.ts'
import { getVisibleRecording, listeningTo } from './listening.ts'
import { recordUse } from './uses.ts'

interface Wanted {
  redacted?: boolean | undefined
  format?: keyof typeof transcriptFormats | undefined
  /** From where it is asked for. */
  address: string
}

/**
 * The transcript of a version as a file. Throws `notFound` when there is none, and why the version may not be heard; that of an
 * original is recorded.
 */
export async function getTranscriptFile(
  reading: CallerReading,
  id: string,
  { redacted = true, format = 'txt', address }: Wanted,
): Promise<FileAnswer> {
  const { db, caller } = reading
  const row = await getVisibleRecording(reading, id)
  const listening = await listeningTo(reading, row, { redacted })
  if (listening.error !== undefined) throw listening.error
  const content = await store.selectContent(db, row.id)
  const turns = redacted ? content.redacted_transcript : content.transcript
  if (turns.length === 0) throw notFound()
  const call = await getCallOfFile(reading, row.call_id)
  const named = {
    call,
    parties: partiesOf(row),
    redacted,
    hasRedactions: differsFromOriginal(row, { redacted }) || (redacted && isMasked(content)),
    timeZone: caller.timeZone,
  }
  if (!redacted) await recordUse(db, { caller, address, recordingId: row.id, kind: 'data' }, listening)
  const text = format === 'vtt' ? writeWebVtt(turns, named.parties) : writeText(turns, named)
  return new FileAnswer({
    contentType: `${transcriptFormats[format]}; charset=utf-8`,
    fileName: `${fileNameOfCall(call, named)}.${format}`,
    bytes: oneChunk(text),
    headers: { 'cache-control': 'private, no-store' },
  })
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** Numbers stay masked where somebody lifted their silence. Of what was destroyed nobody knows: it counts as masked. */
function isMasked({ transcript, redacted_transcript: redacted }: store.RecordingContent): boolean {
  return redacted.some(({ text }, at) => text !== transcript[at]?.text)
}

interface Named {
  call: CallOfFile
  parties: ChannelParties | null
  redacted: boolean
  hasRedactions: boolean
  timeZone: string
}

function writeText(turns: readonly TranscriptTurn[], named: Named): string {
  const { call, parties, timeZone } = named
  const { startedAt, contact, customer, location } = call
  const head = [
    [contact, customer, location].filter((part) => part !== undefined && part !== '').join(', '),
    `${formatDateTime(startedAt, timeZone)} (${timeZone})`,
    versionText(named),
    ...(parties === null ? [] : [writeChannelParties(parties)]),
  ]
  const lines = turns.map(({ speaker, start, text }) => {
    const who = speaker === '' ? '' : `${speakerLabel(speaker, parties)}: `
    return `${formatDuration(Math.floor(start))}  ${who}${text}`
  })
  // A byte order mark, by which editors of Windows know UTF-8.
  return `\ufeff${[...head, '', ...lines].join('\r\n')}\r\n`
}

function versionText({ redacted, hasRedactions }: Named): string {
  if (!redacted) return 'Original'
  return hasRedactions ? 'Redacted version' : 'Redacted version, in which nothing had to be hidden'
}

function writeWebVtt(turns: readonly TranscriptTurn[], parties: ChannelParties | null): string {
  const cues = turns.map(({ speaker, start, end, text }) => {
    const voice = speaker === '' ? '' : `<v ${escaped(speakerLabel(speaker, parties))}>`
    return `${cueTime(start)} --> ${cueTime(end)}\n${voice}${escaped(text)}`
  })
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

/** A line break would end a cue. */
function escaped(text: string): string {
  const plain = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return plain.replaceAll(/\s+/g, ' ')
}

/** `00:01:02.500` */
function cueTime(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60]
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${String(ms % 1000).padStart(3, '0')}`
}
