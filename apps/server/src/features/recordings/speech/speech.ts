import { basename, join } from 'node:path'
import type { TranscriptTurn } from '@callboard/contract/recordings'
import type { Peaks } from '../../../audio/peaks.ts'
import type { SoundWorker } from '../../../audio/sound-worker.ts'
import { voicePartsOf } from '../../../audio/voice-parts.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { readSecret, readSettings } from '../../../db/settings.ts'
import {
  isVouchedFor,
  speechAddressError,
  type SpeechEnvironment,
} from '../../../lib/outside/speech-environment.ts'
import { checkedTurns, hasWords, readAnswer } from './speech-answer.ts'
import { runCommand } from './speech-command.ts'
import { SpeechError } from './speech-error.ts'
import { askService } from './speech-service.ts'

/** Who writes down what is said in recordings. */
export interface SpeechEngine {
  /** For people: where the sound goes. */
  name: string
  /** What is said in a WAV file, as the engine answers. Throws SpeechError. */
  ask: (path: string, stop: AbortSignal) => Promise<string>
}

export interface SpeechLimits {
  /** For a part of a recording, which is ten minutes at most. */
  partMs: number
  /** For a recording. */
  wholeMs: number
  answerBytes: number
}

const defaultLimits: SpeechLimits = { partMs: 10 * 60_000, wholeMs: 2 * 3_600_000, answerBytes: 8 << 20 }

export interface Spoken {
  turns: TranscriptTurn[]
  /** False when the engine wrote down nothing of a part in which something is heard. */
  isComplete: boolean
}

/** Sound as it was examined, in a folder for what is made of it. */
interface SoundToWrite {
  path: string
  folder: string
  duration: number
  sampleRate: number
  peaks: readonly Peaks[]
}

/** Speech to text by the engine that the settings name, within limits. What is being written down when the portal closes ends, and is
 * tried again after the next start. */
export class SpeechToText {
  readonly #environment: SpeechEnvironment
  readonly #limits: SpeechLimits
  readonly #closing: AbortSignal

  constructor(
    environment: SpeechEnvironment,
    { closing, limits = defaultLimits }: { closing: AbortSignal; limits?: SpeechLimits | undefined },
  ) {
    this.#environment = environment
    this.#limits = limits
    this.#closing = closing
  }

  /** Undefined while there is none. Throws SpeechError when the one of the settings cannot be used. */
  async findEngine(db: Db): Promise<SpeechEngine | undefined> {
    const settings = await readSettings(db)
    const { speechToText: by, speechLanguage: language, speechUrl, speechModel: model } = settings
    const { partMs: answerMs, answerBytes: maxBytes } = this.#limits
    const { command } = this.#environment
    if (by === 'none') return undefined
    if (by === 'command') {
      if (command.length === 0) throw new SpeechError('The environment no longer sets a command.')
      return {
        name: `command ${command.map((word) => basename(word)).join(' ')}`,
        ask: async (path, stop) => await runCommand(command, path, { language, stop, maxBytes }),
      }
    }
    if (speechUrl === null) throw new SpeechError('The settings name no address of the service.')
    const error = speechAddressError(this.#environment, speechUrl)
    if (error !== undefined) throw new SpeechError(`The address of the service ${error}.`)
    const url = new URL(speechUrl)
    const key = await readSecret(db, 'speechKey')
    const isOwnNetwork = isVouchedFor(this.#environment, url)
    const service = { url, key, model, language, isOwnNetwork }
    return {
      name: `${model} at ${url.host}`,
      ask: async (path, stop) => await askService(service, path, { stop, answerMs, maxBytes }),
    }
  }

  /**
   * What is said in a recording, each channel by itself: their turns in the order in which they begin, and whether there are
   * some of each part in which something is heard. `onPart` is called before each part is sent. `timeoutMs`: how long all of it may take, where that is less than usual.
   *
   * @throws SpeechError, RecordingError
   */
  async write(
    { engine, sound }: { engine: SpeechEngine; sound: SoundWorker },
    from: SoundToWrite,
    { timeoutMs = this.#limits.wholeMs, onPart }: { timeoutMs?: number; onPart?: () => Promise<void> } = {},
  ): Promise<Spoken> {
    const parts = voicePartsOf(from.peaks, from).map((part, at) => ({
      ...part,
      path: join(from.folder, `voice-${at}.wav`),
    }))
    await sound.writeVoices(from.path, parts)
    const whole = AbortSignal.any([this.#closing, AbortSignal.timeout(timeoutMs)])
    const turns: TranscriptTurn[] = []
    let isComplete = true
    for (const { path, channel, start, end } of parts) {
      await onPart?.()
      const stop = AbortSignal.any([whole, AbortSignal.timeout(this.#limits.partMs)])
      const said = readAnswer(await engine.ask(path, stop), end - start)
      if (!hasWords(said)) isComplete = false
      const voice = voiceOf(channel, from.peaks.length)
      for (const turn of said) {
        const speaker = [voice, turn.speaker].filter((name) => name !== '').join(' ')
        turns.push({
          ...turn,
          speaker: speaker.slice(0, 100),
          start: start + turn.start,
          end: start + turn.end,
        })
      }
    }
    const inOrder = turns.toSorted((one, other) => one.start - other.start || one.end - other.end)
    return { turns: checkedTurns(inOrder), isComplete }
  }
}

/** As the player calls the channels. */
function voiceOf(channel: number, channels: number): string {
  if (channels === 1) return ''
  if (channels === 2) return channel === 0 ? 'left' : 'right'
  return `channel ${channel + 1}`
}
