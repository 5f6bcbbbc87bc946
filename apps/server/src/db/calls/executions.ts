import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CallStoreError,
  type CallStoreErrorKind,
  newQueryId,
  type Statement,
} from '#server/db/calls/call-store.ts'
import { currentRequester } from './requester.ts'

/** Added to the engine's own time limit, which some statements do not check. */
const graceMs = 5000

/** One statement from its acceptance to its end, with the reason it was stopped, if it was. */
export class Execution {
  readonly id: string
  readonly requester = currentRequester()
  readonly #controller = new AbortController()
  #reason: CallStoreErrorKind | undefined

  constructor(id: string) {
    this.id = id
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get reason(): CallStoreErrorKind | undefined {
    return this.#reason
  }

  stop(reason: CallStoreErrorKind): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    this.#controller.abort()
  }

  throwIfStopped(): void {
    if (this.#reason !== undefined) throw new CallStoreError(this.#reason)
  }
}

/** The statements that run or wait in a store: found by id to be cancelled, and awaited on close. */
export class Executions {
  readonly #current = new Map<string, { execution: Execution; ended: Promise<void> }>()
  readonly #alone = new AsyncLocalStorage<boolean>()
  #isAlone = false
  #isClosed = false

  /** Registers the statement while `work` runs. */
  async run<T>(statement: Partial<Statement>, work: (execution: Execution) => Promise<T>): Promise<T> {
    const { execution, end } = this.begin(statement)
    try {
      return await work(execution)
    } finally {
      end()
    }
  }

  begin(statement: Partial<Statement>): { execution: Execution; end: () => void } {
    if (this.#isClosed) throw new CallStoreError('unavailable', { message: 'The store of calls is closed.' })
    if (this.#isAlone && this.#alone.getStore() !== true)
      throw new CallStoreError('unavailable', { message: 'The calls are being repaired.' })
    const execution = new Execution(checkQueryId(statement.queryId ?? newQueryId()))
    if (this.#current.has(execution.id)) throw new TypeError('A statement with this query id is running')
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#current.set(execution.id, { execution, ended })

    const { signal } = statement
    const onAbort = () => execution.stop('cancelled')
    if (signal?.aborted) onAbort()
    signal?.addEventListener('abort', onAbort)
    const end = () => {
      signal?.removeEventListener('abort', onAbort)
      this.#current.delete(execution.id)
      resolve()
    }
    return { execution, end }
  }

  /** True when there was one. */
  stop(id: string): boolean {
    const found = this.#current.get(id)
    found?.execution.stop('cancelled')
    return found !== undefined
  }

  /** Stops all statements and accepts none but those of `work` until it ends well, also when it is tried again. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.#isAlone = true
    await this.#stopAll()
    const result = await this.#alone.run(true, work)
    this.#isAlone = false
    return result
  }

  /** Accepts no more statements, stops all of them and waits until they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#stopAll()
  }

  async #stopAll(): Promise<void> {
    const current = [...this.#current.values()]
    for (const { execution } of current) execution.stop('unavailable')
    await Promise.all(current.map(({ ended }) => ended))
  }
}

/**
 * Awaits `work`, which runs in the engine. When it is stopped or exceeds its time, it is killed repeatedly until it has
 * really ended, as the first KILL may arrive before the engine knows the query.
 */
export async function killWhenStopped<T>(
  execution: Execution,
  options: { executionSeconds: number; kill: () => void; killIntervalMs: number },
  work: () => Promise<T>,
): Promise<T> {
  execution.throwIfStopped()
  let killing: NodeJS.Timeout | undefined
  const onStop = () => {
    options.kill()
    killing = setInterval(options.kill, options.killIntervalMs)
  }
  execution.signal.addEventListener('abort', onStop)
  const deadline = setTimeout(() => execution.stop('timeout'), options.executionSeconds * 1000 + graceMs)
  try {
    const result = await work()
    execution.throwIfStopped()
    return result
  } finally {
    clearTimeout(deadline)
    clearInterval(killing)
    execution.signal.removeEventListener('abort', onStop)
  }
}

function checkQueryId(id: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw new TypeError('Not a query id')
  return id
}
