import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { IngestAnswer } from '@callboard/contract/calls'
import { uploadRecording } from '@callboard/contract/recordings'
import { z } from 'zod'
import type { Process } from './several-processes.ts'

const pauseMs = 100
/** A source that sends without a pause would only show how long the others wait. */
const betweenBatchesMs = 300

export interface Asked {
  path: string
  method?: 'GET' | 'POST' | 'PUT'
  body?: string | Buffer
  type?: string
  token?: string
}

/** Asks one process after the other until one has answered; gives the text of its answer. */
export type Asking = (asked: Asked) => Promise<string>

const Named = z.object({ items: z.array(z.object({ id: z.string(), externalCallId: z.string() })) })
const sound = readFileSync(join(import.meta.dirname, 'fixtures/audio/tones.wav'))

/** Calls of one customer that come, are corrected, edited, recorded, by several processes at once, and what was acknowledged. */
export class Storm {
  readonly #processes: readonly Process[]
  readonly #key: string
  readonly #token: string
  readonly #name: string
  readonly #over = new AbortController()
  /** Of each call the highest revision that was acknowledged. */
  readonly acknowledged = new Map<string, number>()
  /** Of edited calls the scores that they may have. */
  readonly scored = new Map<string, (number | null)[]>()
  /** Of recorded calls their recordings. */
  readonly recorded = new Map<string, Set<string>>()
  edits = 0
  refusals = 0
  /** What ended it too early. */
  failure: unknown
  #named = 0

  constructor(processes: readonly Process[], given: { key: string; token: string; name: string }) {
    this.#processes = processes.filter(({ role }) => role !== 'worker')
    this.#key = given.key
    this.#token = given.token
    this.#name = given.name
  }

  /** Calls alone, where they are deleted meanwhile. */
  begin({ areDeleted = false } = {}): { end: () => Promise<void> } {
    const calls = [this.#keepSending(0), this.#keepSending(1)]
    const all = Promise.all(areDeleted ? calls : [...calls, this.#keepScoring(), this.#keepRecording()])
    all.catch((error: unknown) => (this.failure = error))
    return {
      end: async () => {
        this.#over.abort()
        await all
      },
    }
  }

  /** Has so many calls taken in; gives their ids. */
  async sendOnce(count: number): Promise<string[]> {
    const names = Array.from({ length: count }, () => `${this.#name}-s0-${++this.#named}`)
    const body = JSON.stringify(names.map((id) => callOf(id, 1)))
    await this.ask({ path: '/api/calls', body, token: this.#key })
    for (;;) {
      const items = await this.#newest(count)
      if (items.length === count) return items.map(({ id }) => id)
      await sleep(pauseMs)
    }
  }

  /** Tries the processes that serve people until one has done it. */
  readonly ask: Asking = async (asked) => {
    for (let turn = Math.floor(Math.random() * this.#processes.length); ; turn++) {
      const process = this.#processes[turn % this.#processes.length]
      const answer =
        process?.url === undefined ? undefined : await send(process.url, asked, process.answering)
      if (answer?.ok === true) return await answer.text()
      if (answer !== undefined && answer.status !== 503)
        throw new Error(`${asked.path}: ${answer.status} ${await answer.text()}`)
      this.refusals++
      // What may have been done has to be known in the end, so that it is asked until it is.
      await sleep(pauseMs)
    }
  }

  async #keepSending(sender: number): Promise<void> {
    while (!this.#over.signal.aborted) {
      const known = [...this.acknowledged].filter(([id]) => id.startsWith(`${this.#name}-s${sender}-`))
      const corrected = known
        .filter((_, at) => (at * 7 + this.#named) % 29 === 0)
        .slice(0, 20)
        .map(([id, revision]) => ({ id, revision: revision + 1 }))
      const fresh = Array.from({ length: 1 + (this.#named % 20) }, () => ({
        id: `${this.#name}-s${sender}-${++this.#named}`,
        revision: 1,
      }))
      const batch = [...fresh, ...corrected]
      const body = JSON.stringify(batch.map(({ id, revision }) => callOf(id, revision)))
      const text = await this.ask({ path: '/api/calls', body, token: this.#key })
      const { rejected } = IngestAnswer.parse(JSON.parse(text))
      if (rejected.length > 0) throw new Error(`rejected: ${JSON.stringify(rejected)}`)
      for (const { id, revision } of batch) this.acknowledged.set(id, revision)
      await sleep(betweenBatchesMs)
    }
  }

  async #newest(count: number) {
    const filters = [{ field: 'externalCallId', op: 'contains', values: [`${this.#name}-`] }]
    const body = { ...period, columns: ['id', 'externalCallId'], filters, sort: 'startedAt', pageSize: count }
    const asked = { path: '/api/reporting/calldetails', body: JSON.stringify(body), token: this.#token }
    return Named.parse(JSON.parse(await this.ask(asked))).items
  }

  async #keepScoring(): Promise<void> {
    for (let score = 1; !this.#over.signal.aborted; score = (score % 100) + 1) {
      const items = await this.#newest(20)
      if (items.length === 0) {
        await sleep(pauseMs)
        continue
      }
      for (const { externalCallId: id } of items)
        this.scored.set(id, [...(this.scored.get(id) ?? [null]), score])
      const body = JSON.stringify({ ids: items.map(({ id }) => id), score })
      await this.ask({ path: '/api/calls/annotations', method: 'PUT', body, token: this.#token })
      for (const { externalCallId: id } of items) this.scored.set(id, [score])
      this.edits++
    }
  }

  async #keepRecording(): Promise<void> {
    for (let made = 0; made < 3 && !this.#over.signal.aborted;) {
      const [call] = await this.#newest(1)
      if (call === undefined) {
        await sleep(pauseMs)
        continue
      }
      const body = Buffer.from(sound)
      body.writeUInt32LE(Math.floor(Math.random() * 2 ** 32), body.length - 4)
      const path = `/api/calls/${call.id}/recording`
      const text = await this.ask({ path, method: 'PUT', body, type: 'audio/wav', token: this.#key })
      const { id } = uploadRecording.response.parse(JSON.parse(text))
      this.recorded.set(call.id, (this.recorded.get(call.id) ?? new Set()).add(id))
      made++
    }
  }
}

const period = { from: '2025-12-01', to: '2026-06-01' }

async function send(
  url: string,
  { path, method = 'POST', body, type = 'application/json', token }: Asked,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const headers = {
    ...(body !== undefined && { 'content-type': type }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  try {
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
      signal,
    })
    // The rest may be cut off, too.
    return new Response(await answer.arrayBuffer(), { status: answer.status })
  } catch {
    return undefined
  }
}

/** A correction moves the call, to another month now and then. */
function callOf(id: string, revision: number) {
  const day = 1 + ((id.length * 3 + revision * 11 + Number(id.split('-').at(-1))) % 27)
  const minute = Number(id.split('-').at(-1)) % 60
  return {
    externalCallId: id,
    revision,
    direction: 'inbound',
    trackingNumber: '+12125550100',
    callerNumber: `+1415555${100 + (Number(id.split('-').at(-1)) % 9)}0`,
    startedAt: `2026-0${1 + (revision % 3)}-${String(day).padStart(2, '0')}T10:${String(minute).padStart(2, '0')}:00.000Z`,
    duration: 20,
    note: `revision ${revision}`,
  }
}
