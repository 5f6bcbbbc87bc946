import { type TimedTurn, TranscriptTurns } from '@callboard/contract/recordings'
import { AppError } from '../../../lib/app-error.ts'

/** What one person says without a break. Times are seconds from the beginning of the recording, `end` exclusive. */
export type Turn = TimedTurn

const cueTimes = /^(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})\s+-->\s+(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})(?:\s|$)/
// No `<` within a tag: what is sent may begin a million of them and end none.
const voice = /^<v(?:\.[^ \t<>]*)?[ \t]([^<>]*)>/
const tag = /<[^<>]*>/g

/**
 * The turns of a WebVTT file: one a cue, its speaker from the voice tag or from `Name: ` at the start of the text.
 *
 * @throws AppError `malformedBody` when it is no WebVTT
 */
export function readWebVtt(text: string): Turn[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? ''))
    throw new AppError('malformedBody', 'This is no WebVTT file.')
  const turns: Turn[] = []
  for (let at = 1; at < lines.length; at += 1) {
    const times = cueTimes.exec(lines[at] ?? '')
    if (times === null) continue
    const said: string[] = []
    for (at += 1; at < lines.length && lines[at] !== ''; at += 1) said.push(lines[at] ?? '')
    turns.push({
      start: seconds(times.slice(1, 5)),
      end: seconds(times.slice(5, 9)),
      ...speech(said.join(' ')),
    })
  }
  const checked = TranscriptTurns.safeParse(turns)
  if (!checked.success) {
    const field = checked.error.issues[0]?.path.join('.') ?? ''
    throw new AppError('malformedBody', 'A cue of the WebVTT file has times or a text that cannot be.', {
      field: ['turns', field].filter((part) => part !== '').join('.'),
    })
  }
  return checked.data
}

function seconds([hours, minutes, whole, thousandths]: (string | undefined)[]): number {
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(whole) + Number(thousandths) / 1000
}

function speech(said: string): { speaker: string; text: string } {
  const tagged = voice.exec(said)?.[1]?.trim()
  const plain = said
    .replaceAll(tag, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .trim()
  if (tagged !== undefined && tagged !== '') return { speaker: tagged, text: plain }
  const named = /^(\p{L}[\p{L}\p{N} .'-]{0,40}): /u.exec(plain)
  return { speaker: named?.[1] ?? '', text: plain.slice(named?.[0].length ?? 0).trim() }
}
