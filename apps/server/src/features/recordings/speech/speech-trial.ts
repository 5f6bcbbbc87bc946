import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpeechTrial } from '@callboard/contract/speech-to-text'
import type { SoundWorker } from '../../../audio/sound-worker.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { SpeechError } from './speech-error.ts'
import type { SpeechEngine, SpeechToText } from './speech.ts'

/** Of the demo: a caller and an agent talk for half a minute, and no number is said. */
const conversation = join(import.meta.dirname, '../../../../demo-sounds/puppy-vaccination.mp3')

/** So long somebody waits for it. */
const timeoutMs = 90_000

interface TrialParts {
  db: Db
  sound: SoundWorker
  speech: SpeechToText
  workFolder: string
}

/** Has a recording of the portal's own written down as those of calls are; what goes wrong is told with all that is known. */
export async function trySpeechToText(parts: TrialParts): Promise<SpeechTrial> {
  const began = Date.now()
  const trial = { engine: null, transcript: [], error: null, detail: null }
  let engine: SpeechEngine | undefined
  try {
    engine = await parts.speech.findEngine(parts.db)
    if (engine === undefined) return { ...trial, seconds: 0, error: 'Speech to text is off.' }
    const { turns: transcript } = await write(parts, engine)
    return { ...trial, engine: engine.name, seconds: (Date.now() - began) / 1000, transcript }
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error
    const { message, detail = null } = error
    const seconds = (Date.now() - began) / 1000
    return { ...trial, engine: engine?.name ?? null, seconds, error: message, detail }
  }
}

async function write({ sound, speech, workFolder }: TrialParts, engine: SpeechEngine) {
  const folder = join(workFolder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const { duration, sampleRate, peaks } = await sound.examine(conversation)
    return await speech.write(
      { engine, sound },
      { path: conversation, folder, duration, sampleRate, peaks },
      { timeoutMs },
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
