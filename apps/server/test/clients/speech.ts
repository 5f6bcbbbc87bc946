import type { Recording } from '@callboard/contract/recordings'
import { onTestFinished, vi } from 'vitest'
import { jobs } from '#server/features/recordings/routes.ts'
import { RecordingClient, samplesOf, soundFixture } from './recordings.ts'
import { answerSegments, type SpeechService, startSpeechService } from '../speech-service.ts'
import { forThisMachine } from '../time-limits.ts'

const limits = { partMs: forThisMachine(1000), wholeMs: forThisMachine(5000), answerBytes: 100_000 }
export const tones = soundFixture('tones.wav')

/** The tones with the number as the last sample of both channels, by which the service knows them. */
export function soundOf(number: number): Buffer {
  const bytes = Buffer.from(tones)
  bytes.writeInt16LE(number, bytes.length - 4)
  bytes.writeInt16LE(number, bytes.length - 2)
  return bytes
}

/** The same, with nothing to be heard on the left. */
export function silentLeft(number: number): Buffer {
  const bytes = soundOf(number)
  for (let at = 44; at < bytes.length; at += 4) bytes.writeInt16LE(0, at)
  return bytes
}

export const numberOf = (wav: Buffer) => wav.readInt16LE(wav.length - 2)

/** Of the tones, the channel that is louder. */
export const isRight = (wav: Buffer) => samplesOf(wav)[0]?.some((sample) => sample > 10_000) === true

/** As a service answers. */
export const spoken = (text: string) => JSON.stringify({ segments: [{ start: 0, end: 1, text }] })

/** Recordings that are written down by a service, which is asked at once and whose answers tests choose. */
export class SpeechClient {
  readonly client: RecordingClient
  readonly service: SpeechService

  private constructor(client: RecordingClient, service: SpeechService) {
    this.client = client
    this.service = service
  }

  /** Each test begins with a service that has heard nothing and answers as usual. */
  static async open(): Promise<SpeechClient> {
    const service = await startSpeechService()
    const settings = {
      speechUrl: `http://${service.host}/v1/audio/transcriptions`,
      speechKey: 'a-secret-key',
      speechWaitMinutes: 0,
      speechToText: 'service',
    }
    const speech = { hosts: `elsewhere.test ${service.host}`, limits }
    return new SpeechClient(await RecordingClient.open({ speech, settings }), service)
  }

  reset(): void {
    this.service.heard = []
    this.service.answer = answerSegments
  }

  async ask(method: 'GET' | 'PUT' | 'POST', path: string, body?: object) {
    return await this.client.admin.ask({ method, path, body })
  }

  async set(key: string, value: string | number | null) {
    return await this.client.portal.putSetting(key, value)
  }

  /** The customer's recordings wait for their transcript until the test has ended. */
  async requireCheck(): Promise<void> {
    const path = `/api/customer/${this.client.customer.id}`
    await this.ask('PUT', path, { requiresSpeechCheck: true })
    onTestFinished(async () => void (await this.ask('PUT', path, { requiresSpeechCheck: false })))
  }

  /** Once speech to text has answered, or failed. */
  async asked(id: string): Promise<Recording> {
    return await vi.waitFor(async () => {
      const recording = await this.client.get(id, this.client.auditor)
      const { state, error } = recording.speech
      if (state === 'none' || (state === 'waiting' && error === null)) throw new Error('it still waits')
      if (recording.redactionStatus === 'pending') throw new Error('it is still pending')
      return recording
    })
  }

  /** Holds the answers of the service until they are released. */
  hold() {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.service.answer = async (response, heard) => {
      await promise
      await answerSegments(response, heard)
    }
    return resolve
  }

  /** Does a job of recordings now, as the queue does when it comes to it. */
  async work(name: string, data: object = {}): Promise<void> {
    await jobs(this.client.portal.runtime)
      .find((job) => job.name === name)
      ?.work(data)
  }

  async makeNow(id: string): Promise<void> {
    await this.work('make-transcript', { id })
  }

  async expectDone(id: string): Promise<void> {
    const isDone = async () => (await this.client.get(id, this.client.auditor)).speech.state === 'done'
    await vi.waitUntil(isDone)
  }

  async heardOnce(): Promise<void> {
    await vi.waitUntil(() => this.service.heard.length > 0)
  }
}
