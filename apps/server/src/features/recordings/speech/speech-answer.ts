import { type TranscriptTurn, TranscriptTurns } from '@callboard/contract/recordings'
import { z } from 'zod'
import { AppError } from '../../../lib/app-error.ts'
import { parseJson } from '../../../lib/json.ts'
import { SpeechError } from './speech-error.ts'
import { readWebVtt } from './transcript.ts'
import { findTimesError } from './transcript-times.ts'

/** As Whisper and what is like it answers. It may say more of each segment than is kept. */
const Answer = z.object({
  segments: z.array(
    z.object({
      start: z.number().min(0),
      end: z.number().min(0),
      text: z.string(),
      /** Where the engine tells voices apart by itself. */
      speaker: z.string().nullish(),
    }),
  ),
})

/**
 * What an engine says was said in a sound of so many seconds, in WebVTT or JSON. What is no text is left out, and what ends
 * after the sound ends with it: engines that listen by windows of 30 s count to their end.
 *
 * @throws SpeechError that does not pass, also for times that cannot be right: nothing could be silenced by them
 */
export function readAnswer(answer: string, seconds: number): TranscriptTurn[] {
  const spoken = /^\uFEFF?WEBVTT/.test(answer) ? parsed(readWebVtt, answer) : segmentsOf(answer)
  const turns = checkedTurns(
    spoken
      .map(({ speaker, start, end, text }) => ({
        speaker: plain(speaker ?? ''),
        start,
        end: start <= seconds ? Math.min(end, seconds) : end,
        text: plain(text),
      }))
      .filter(({ text }) => text !== ''),
  )
  const error = findTimesError(turns, seconds)
  if (error !== undefined) throw new SpeechError(`What it answered cannot be used. ${error.message}`)
  return turns.map((turn) => ({
    ...turn,
    start: Math.min(turn.start, seconds),
    end: Math.min(turn.end, seconds),
  }))
}

/** Where none are, nothing was written down: an engine that fails looks the same as a room in which nobody speaks. */
export function hasWords(turns: readonly Pick<TranscriptTurn, 'text'>[]): boolean {
  return turns.some(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

/** Throws SpeechError when they are more than a transcript may have, or of another day. */
export function checkedTurns(turns: readonly TranscriptTurn[]): TranscriptTurn[] {
  const checked = TranscriptTurns.safeParse(turns)
  if (!checked.success) {
    const isOfTimes = checked.error.issues.some(({ path }) => /^(?:start|end)$/.test(String(path.at(-1))))
    throw new SpeechError(
      isOfTimes
        ? 'What it answered cannot be used: its times are not seconds of the recording.'
        : 'What it answered is longer than a transcript may be.',
    )
  }
  return checked.data
}

function segmentsOf(answer: string) {
  const result = Answer.safeParse(parsed(parseJson, answer))
  if (!result.success)
    throw new SpeechError('What it answered does not say when something was said: it has no segments.')
  return result.data.segments
}

function parsed<T>(parse: (text: string) => T, answer: string): T {
  try {
    return parse(answer)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    throw new SpeechError('What it answered is neither JSON nor WebVTT.', { cause })
  }
}

/** What neither a screen shows nor the database takes. */
function plain(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()
}
