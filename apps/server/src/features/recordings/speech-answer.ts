import { type TranscriptTurn, TranscriptTurns } from '@callboard/contract/recordings'
import { z } from 'zod'
import { AppError } from '../../lib/app-error.ts'
import { parseJson } from '../../lib/json.ts'
import { SpeechError } from './speech-error.ts'
import { readWebVtt } from './transcript.ts'

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
 * What an engine says was said in a sound of so many seconds, in WebVTT or JSON. What is no text is left out.
 *
 * @throws SpeechError that does not pass
 */
export function readAnswer(answer: string, seconds: number): TranscriptTurn[] {
  const spoken = /^\uFEFF?WEBVTT/.test(answer) ? parsed(readWebVtt, answer) : segmentsOf(answer)
  const turns = spoken
    .map(({ speaker, start, end, text }) => ({
      speaker: plain(speaker ?? ''),
      start: Math.min(start, seconds),
      end: Math.min(Math.max(start, end), seconds),
      text: plain(text),
    }))
    .filter(({ text }) => text !== '')
  return checkedTurns(turns)
}

/** Where none are, nothing was written down: an engine that fails looks the same as a room in which nobody speaks. */
export function hasWords(turns: readonly Pick<TranscriptTurn, 'text'>[]): boolean {
  return turns.some(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

/** Throws SpeechError when they are more than a transcript may have. */
export function checkedTurns(turns: readonly TranscriptTurn[]): TranscriptTurn[] {
  const checked = TranscriptTurns.safeParse(turns)
  if (!checked.success) throw new SpeechError('What it answered is longer than a transcript may be.')
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
