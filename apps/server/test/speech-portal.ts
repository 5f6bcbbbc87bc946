import { pageOf } from '@callboard/contract/paging'
import type { Recording } from '@callboard/contract/recordings'
import { Setting } from '@callboard/contract/settings'
import { onTestFinished, vi } from 'vitest'
import { jobs } from '#server/features/recordings/routes.ts'
import { RecordingClient, samplesOf, soundFixture } from './recording-client.ts'
import { answerSegments, type SpeechService, startSpeechService } from './speech-service.ts'
import { forThisMachine } from './time-limits.ts'

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

/** A portal whose recordings are written down by a service, which is asked at once and whose answers tests choose. */
export class SpeechPortal {
  readonly client: RecordingClient
  readonly service: SpeechService

  private constructor(parts: Pick<SpeechPortal, 'client' | 'service'>) {
    this.client = parts.client
    this.service = parts.service
  }

  /** Each test begins with a service that has heard nothing and answers as usual. */
  static async open(): Promise<SpeechPortal> {
    const service = await startSpeechService()
    const client = await RecordingClient.open({ speech: { hosts: `elsewhere.test ${service.host}`, limits } })
    const portal = new SpeechPortal({ client, service })
    await portal.set('speechUrl', `http://${service.host}/v1/audio/transcriptions`)
    await portal.set('speechKey', 'a-secret-key')
    await portal.set('speechWaitMinutes', 0)
    await portal.set('speechToText', 'service')
    return portal
  }

  reset(): void {
    this.service.heard = []
    this.service.answer = answerSegments
  }

  async ask(method: 'GET' | 'PUT' | 'POST', path: string, body?: object) {
    return await this.client.app.ask({ method, path, body, token: this.client.admin.token })
  }

  async set(key: string, value: string | number | null) {
    const answer = await this.ask('POST', '/api/settings/search', { keyword: key })
    const { id } = pageOf(Setting).parse(answer.json()).items[0] ?? { id: '' }
    return await this.ask('PUT', `/api/settings/${id}`, { value })
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
    await jobs(this.client.app.runtime)
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
