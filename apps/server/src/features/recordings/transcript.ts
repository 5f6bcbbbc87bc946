import { z } from 'zod'
import { AppError } from '../../lib/app-error.ts'

/** A working day of talk. */
const Moment = z
  .number()
  .min(0)
  .max(12 * 3600)
/** A word with its own time, where whoever wrote the transcript knows it. */
const Word = z.strictObject({ start: Moment, end: Moment, text: z.string().max(200) })

/** What one person says without a break. Times are seconds from the beginning of the recording, `end` exclusive. */
export const Turn = z
  .strictObject({
    speaker: z.string().max(100),
    start: Moment,
    end: Moment,
    text: z.string().max(20_000),
    words: z.array(Word).max(5000).optional(),
  })
  .refine(({ start, end }) => end >= start, { message: 'ends before it starts', path: ['end'] })
export type Turn = z.infer<typeof Turn>

export const Transcript = z.array(Turn).max(20_000)

const cueTimes = /^(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})\s+-->\s+(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})(?:\s|$)/
const voice = /^<v(?:\.[^ \t>]*)?[ \t]+([^>]*)>/

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
  const checked = Transcript.safeParse(turns)
  if (!checked.success)
    throw new AppError('malformedBody', 'A cue of the WebVTT file has times or a text that cannot be.')
  return checked.data
}

function seconds([hours, minutes, whole, thousandths]: (string | undefined)[]): number {
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(whole) + Number(thousandths) / 1000
}

function speech(said: string): { speaker: string; text: string } {
  const tagged = voice.exec(said)?.[1]?.trim()
  const plain = said
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .trim()
  if (tagged !== undefined && tagged !== '') return { speaker: tagged, text: plain }
  const named = /^(\p{L}[\p{L}\p{N} .'-]{0,40}): +(.*)$/u.exec(plain)
  return { speaker: named?.[1] ?? '', text: named?.[2] ?? plain }
}
