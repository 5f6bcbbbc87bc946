import { setTimeout as sleep } from 'node:timers/promises'
import { liveEvents } from '@callboard/contract/events'
import { z } from 'zod'
import type { Process } from './several-processes.ts'

const pauseMs = 100
/** A stream is left, and another one opened, after at most so long. */
const timeoutMs = 5000
const NotifiedCall = z.object({ id: z.string(), customerId: z.string() })

/** Somebody who may see the calls of one customer, on event streams of whichever process answers. */
export class ListenersStorm {
  readonly #processes: readonly Process[]
  readonly #given: { token: string; customerId: string }
  readonly #over = new AbortController()
  /** Ids of calls. */
  readonly notified = new Set<string>()
  streams = 0

  constructor(processes: readonly Process[], given: { token: string; customerId: string }) {
    this.#processes = processes.filter(({ role }) => role !== 'worker')
    this.#given = given
  }

  begin(): { end: () => Promise<void> } {
    const all = this.#keepListening()
    // Told when it is ended.
    all.catch(() => undefined)
    return {
      end: async () => {
        this.#over.abort()
        await all
      },
    }
  }

  /** Resolves when a stream of this process, opened before `work`, has told of each call whose id that gives. */
  async hear(process: Process, work: () => Promise<readonly string[]>): Promise<void> {
    const heard = new Set<string>()
    const enough = new AbortController()
    const wanted: { ids?: readonly string[] } = {}
    const poll = () => {
      if (wanted.ids?.every((id) => heard.has(id)) === true) enough.abort()
    }
    const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>()
    const onCall = (id: string) => {
      heard.add(id)
      poll()
    }
    const keepListening = async () => {
      while (!enough.signal.aborted) await this.#listen(process, enough.signal, { onOpen: opened, onCall })
    }
    const listening = keepListening()
    await isOpen
    wanted.ids = await work()
    poll()
    await listening
  }

  async #keepListening(): Promise<void> {
    for (let turn = 0; !this.#over.signal.aborted; turn++) {
      const process = this.#processes[turn % this.#processes.length]
      if (process?.url !== undefined) {
        const signal = AbortSignal.any([this.#over.signal, AbortSignal.timeout(timeoutMs)])
        await this.#listen(process, signal, {
          onOpen: () => this.streams++,
          onCall: (id) => this.notified.add(id),
        })
      }
      await sleep(pauseMs)
    }
  }

  /** Throws for a call of somebody else; an end of the stream is none of its business. */
  async #listen(
    process: Process,
    signal: AbortSignal,
    { onOpen, onCall }: { onOpen: () => void; onCall: (id: string) => void },
  ): Promise<void> {
    let text = ''
    try {
      const answer = await fetch(`${process.url}${liveEvents.path}`, {
        headers: { authorization: `Bearer ${this.#given.token}` },
        signal: AbortSignal.any([signal, process.answering]),
      })
      if (!answer.ok || answer.body === null) return
      onOpen()
      for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
        const events = (text + part).split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) this.#take(event, onCall)
      }
    } catch (error) {
      if (error instanceof ForeignCallError) throw error
    }
  }

  #take(event: string, onCall: (id: string) => void): void {
    const data = /^event: call\ndata: (.*)$/.exec(event)?.[1]
    if (data === undefined) return
    const { id, customerId } = NotifiedCall.parse(JSON.parse(data))
    if (customerId !== this.#given.customerId)
      throw new ForeignCallError(`a stream told of a call of the customer ${customerId}`)
    onCall(id)
  }
}

class ForeignCallError extends Error {
  override readonly name = 'ForeignCallError'
}
