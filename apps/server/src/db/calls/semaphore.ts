import { CallStoreError } from '#server/db/calls/call-store.ts'
import { FairQueue, type Lane } from '../../lib/fair-queue.ts'
import type { Requester } from './requester.ts'

export interface SemaphoreLimits {
  /** Statements at once. */
  size: number
  /** Streams at once, fewer than `size`, so that slow downloads leave room for reads. */
  streams: number
  /** Statements that may wait; of one more, whoever has the most waiting loses their last. */
  waiting: number
  waitSeconds: number
}

export interface Permit {
  /** From 0, below `size`; nobody else has it. */
  readonly index: number
  /** Whoever it is for has another one, and so has to do with one thread here. */
  readonly isExtra: boolean
  release(): void
}

interface Acquiring {
  /** Undefined for the portal. */
  requester: Requester | undefined
  signal: AbortSignal
}

/** Those of one lane are of one sort. */
interface Waiting extends Lane, Pick<Acquiring, 'requester'> {
  isStream: boolean
  resolve(index: number): void
  reject(error: CallStoreError): void
}

const portal = 'portal'

/**
 * Limits the statements at once, and shares them fairly. The customer who has the fewest under way is next, and of a
 * customer its users in turn. A user has at most half of the permits, with room for a read beside their streams; so has all
 * work in the background together, which comes after what people wait for, but of which one piece always goes on. People
 * together leave one permit to that and to the portal itself, which inserts calls. By hand, as p-limit has no second limit
 * for some of the tasks, no turns, no end of waiting by time or signal, and no numbered permits.
 */
export class Semaphore {
  readonly #limits: SemaphoreLimits
  readonly #share: number
  readonly #free: number[]
  readonly #people: FairQueue<Waiting>
  readonly #background: FairQueue<Waiting>
  /** What has a permit. */
  readonly #running = new Set<Waiting>()

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits
    this.#share = Math.ceil(limits.size / 2)
    this.#free = Array.from({ length: limits.size }, (_, index) => limits.size - 1 - index)
    this.#people = new FairQueue(limits.waiting)
    this.#background = new FairQueue(limits.waiting)
  }

  async acquire(isStream: boolean, { requester, signal }: Acquiring): Promise<Permit> {
    if (signal.aborted) throw new CallStoreError('cancelled')
    const queue = requester?.isBackground === true ? this.#background : this.#people
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const subject = `${requester?.user ?? portal}${isStream ? ' stream' : ''}`
    const waiting: Waiting = {
      owner: requester?.owner ?? portal,
      subject,
      isStream,
      requester,
      resolve,
      reject,
    }
    const leave = (error: CallStoreError) => {
      queue.remove(waiting)
      reject(error)
    }
    const onAbort = () => leave(new CallStoreError('cancelled'))
    const onTimeout = () => leave(busy('The portal is busy: this waited too long for its turn.'))
    const timer = setTimeout(onTimeout, this.#limits.waitSeconds * 1000)
    signal.addEventListener('abort', onAbort)
    try {
      queue.add(waiting)?.reject(busy('The portal is busy. Try again in a moment.'))
      this.#admit()
      return this.#permit(await promise, waiting)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  #permit(index: number, waiting: Waiting): Permit {
    const { requester } = waiting
    let isReleased = false
    return {
      index,
      isExtra: requester !== undefined && this.#count((one) => one.requester?.user === requester.user) > 1,
      release: () => {
        if (isReleased) return
        isReleased = true
        this.#running.delete(waiting)
        this.#free.push(index)
        this.#admit()
      },
    }
  }

  #admit(): void {
    while (this.#free.length > 0) {
      const next = this.#next()
      const index = next === undefined ? undefined : this.#free.pop()
      if (next === undefined || index === undefined) return
      this.#running.add(next)
      next.resolve(index)
    }
  }

  #next(): Waiting | undefined {
    const isBackgroundAtRest = this.#count(isInBackground) === 0
    return isBackgroundAtRest
      ? (this.#take(this.#background) ?? this.#take(this.#people))
      : (this.#take(this.#people) ?? this.#take(this.#background))
  }

  #take(queue: FairQueue<Waiting>): Waiting | undefined {
    for (let maxRunning = 0; maxRunning < this.#limits.size; maxRunning++) {
      const found = queue.take(
        (waiting) =>
          this.#count(({ owner }) => owner === waiting.owner) <= maxRunning && this.#mayRun(waiting),
      )
      if (found !== undefined) return found
    }
    return undefined
  }

  #mayRun(waiting: Waiting): boolean {
    const { isStream, requester } = waiting
    if (isStream && this.#count((one) => one.isStream) >= this.#limits.streams) return false
    if (requester === undefined) return true
    const { isBackground, user } = requester
    if (!isBackground && this.#count(isOfPeople) >= Math.max(1, this.#limits.size - 1)) return false
    const isAlike = isBackground
      ? isInBackground
      : (one: Waiting) => isOfPeople(one) && one.requester?.user === user
    const streams = this.#count((one) => isAlike(one) && one.isStream)
    if (isStream && streams >= Math.max(1, this.#share - 1)) return false
    return this.#count(isAlike) < this.#share
  }

  #count(is: (one: Waiting) => boolean): number {
    return [...this.#running].filter(is).length
  }
}

function isInBackground({ requester }: Waiting): boolean {
  return requester?.isBackground === true
}

function isOfPeople({ requester }: Waiting): boolean {
  return requester?.isBackground === false
}

function busy(message: string): CallStoreError {
  return new CallStoreError('busy', { message })
}
