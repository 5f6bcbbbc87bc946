import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Claim } from '@callboard/contract/claims'
import { Recording, uploadRecording } from '@callboard/contract/recordings'
import { vi } from 'vitest'
import { z } from 'zod'
import { readWavHeader } from '#server/audio/wav-header.ts'
import { wavSampleReader } from '#server/audio/wav-samples.ts'
import { expectCreated, expectOk } from '../expect-errors.ts'
import type { Sender } from '../factory.ts'
import { type Answer, openPortal, type Person, type Portal, type PortalOptions } from '../portal.ts'

/** A file of `test/fixtures/audio`: `tones` are two seconds of stereo in which 1, 9 and # are pressed. */
export function soundFixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, '../fixtures/audio', name))
}

/** The samples of a WAV file, an array for each channel. */
export function samplesOf(wav: Buffer): Int16Array[] {
  const header = readWavHeader(wav, wav.length)
  return wavSampleReader(header)(wav.subarray(header.start, header.end))
}

/** A customer whose calls are recorded, and people who may hear them. */
export class RecordingClient {
  readonly portal: Portal
  readonly customer: Sender
  /** Who may hear what is redacted. */
  readonly listener: Person
  /** Who may hear originals, too. */
  readonly auditor: Person

  #unused: string[] = []

  private constructor(parts: Pick<RecordingClient, 'portal' | 'customer' | 'listener' | 'auditor'>) {
    this.portal = parts.portal
    this.customer = parts.customer
    this.listener = parts.listener
    this.auditor = parts.auditor
  }

  static async open(options: PortalOptions = {}): Promise<RecordingClient> {
    const portal = await openPortal(options)
    const customer = await portal.make.sender()
    const user = async (...claims: Claim[]) => await portal.make.user({ customerId: customer.id, claims })
    return new RecordingClient({
      portal,
      customer,
      listener: await user('reporting.call.details'),
      auditor: await user('reporting.call.details', 'recording.unredacted'),
    })
  }

  get admin(): Person {
    return this.portal.admin
  }

  /** That may send calls and recordings. */
  get key(): string {
    return this.customer.key
  }

  /** Sends calls, and answers their ids. */
  async calls(count = 1, key = this.key): Promise<string[]> {
    return await this.portal.addCalls(
      key,
      Array.from({ length: count }, () => ({})),
    )
  }

  /** A call without a recording: several are sent together, as to take in one alone takes as long. */
  async call(): Promise<string> {
    if (this.#unused.length === 0) this.#unused = await this.calls(10)
    return this.#unused.pop() ?? ''
  }

  async put(callId: string, sound: Buffer, { token = this.key, type = 'audio/wav' } = {}): Promise<Answer> {
    return await this.portal.ask({
      method: 'PUT',
      path: `/api/calls/${callId}/recording`,
      body: sound,
      token,
      headers: { 'content-type': type },
    })
  }

  /** Uploads the sound to a call, a new one unless given, and answers the recording's id. */
  async upload(sound: Buffer = soundFixture('tones.wav'), callId?: string): Promise<string> {
    const answer = await this.put(callId ?? (await this.call()), sound)
    return uploadRecording.response.parse(expectCreated(answer)).id
  }

  /** The same, once it was examined. */
  async uploadReady(sound?: Buffer, callId?: string): Promise<string> {
    const id = await this.upload(sound, callId)
    await this.worked(id)
    return id
  }

  /** Waits until nothing is to be done about a recording. */
  async worked(id: string): Promise<Recording> {
    return await vi.waitFor(async () => {
      const recording = await this.get(id, this.auditor)
      if (recording.redactionStatus === 'pending') throw new Error('the recording is still pending')
      return recording
    })
  }

  async get(id: string, user: Person, query = ''): Promise<Recording> {
    const answer = await this.ask(id, user, { query, headers: { accept: 'application/json' } })
    expectOk(answer)
    return Recording.parse(answer.json())
  }

  /** Asks for the sound unless the headers say otherwise. */
  async ask(
    id: string,
    user: Person,
    {
      query = '',
      headers = {},
      method = 'GET',
    }: { query?: string; headers?: Record<string, string>; method?: 'GET' | 'HEAD' } = {},
  ): Promise<Answer> {
    return await user.ask({ method, path: `/api/callrecording/${id}${query}`, headers })
  }

  /** `as` is the id of the user as whom the portal is viewed. */
  async ticket(id: string, user: Person, asked: object = {}): Promise<Answer> {
    const { as, ...body }: { as?: string } = asked
    const headers: Record<string, string> = as === undefined ? {} : { 'x-masked-user': as }
    return await user.ask({ path: `/api/callrecording/${id}/ticket`, body, headers })
  }

  /** The address of a ticket. */
  async ticketUrl(id: string, user: Person, asked: object = {}): Promise<string> {
    const answer = await this.ticket(id, user, asked)
    expectOk(answer)
    return z.object({ url: z.string() }).parse(answer.json()).url
  }

  /** Who listened, the newest first. */
  async uses(id: string) {
    const path = `/api/callrecording/${id}/uses/search`
    const answer = await this.auditor.ask({ path, body: {} })
    expectOk(answer)
    return z.object({ items: z.array(z.record(z.string(), z.unknown())) }).parse(answer.json()).items
  }
}
