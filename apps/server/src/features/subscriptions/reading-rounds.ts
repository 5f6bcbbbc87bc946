import type { Snapshot, Snapshots } from '../../db/calls/snapshots.ts'
import { DeliverySkipped } from './render-reader.ts'
import type { RunReading } from './render-reading.ts'
import type { RunToRender } from './render-store.ts'

type Held = Awaited<ReturnType<Snapshots['open']>>

/** A run that begins later than this after the first of its round sees what came in since. */
const joinedForMs = 60_000

/** Runs of one due time that are rendered at about the same time: all of one snapshot, and each reading once. */
export class ReadingRound {
  readonly openedMs = Date.now()
  readonly #held: Promise<Held>
  readonly #readings = new Map<string, Promise<RunReading>>()
  readonly #finished = new Map<string, RunReading>()
  runs = 0

  constructor(held: Promise<Held>) {
    this.#held = held
  }

  /** What was read to its end before; undefined while it is not. */
  findFinished(key: string): RunReading | undefined {
    return this.#finished.get(key)
  }

  /** The key has to say all that `read` depends on, but the snapshot. What fails is read anew for the next who asks. */
  async read(key: string, read: (at: Snapshot) => Promise<RunReading>): Promise<RunReading> {
    const reading = this.#readings.get(key) ?? this.#begin(key, read)
    return await reading
  }

  #begin(key: string, read: (at: Snapshot) => Promise<RunReading>): Promise<RunReading> {
    const reading = this.#held.then(async ({ at }) => await read(at))
    this.#readings.set(key, reading)
    reading.then(
      (finished) => this.#finished.set(key, finished),
      (error: unknown) => {
        // That its condition is not met is so for all.
        if (!(error instanceof DeliverySkipped)) this.#readings.delete(key)
      },
    )
    return reading
  }

  /** Rows of its snapshot need not be kept any longer. */
  async end(): Promise<void> {
    const held = await this.#held.catch(() => undefined)
    held?.end()
  }
}

/** The rounds of a process. */
export class ReadingRounds {
  readonly #snapshots: Snapshots
  readonly #open = new Map<string, ReadingRound>()

  constructor(snapshots: Snapshots) {
    this.#snapshots = snapshots
  }

  /** The round of a run, to be left when it was rendered. What is asked for by hand is read anew. */
  join({ id, cause, dueAt }: RunToRender): { round: ReadingRound; leave: () => Promise<void> } {
    const key = cause === 'schedule' ? dueAt.toISOString() : id
    const known = this.#open.get(key)
    const isFresh = known !== undefined && Date.now() - known.openedMs < joinedForMs
    const round = isFresh ? known : this.#begin(key)
    round.runs++
    const leave = async () => {
      round.runs--
      if (round.runs > 0) return
      this.#close(key, round)
      await round.end()
    }
    return { round, leave }
  }

  #begin(key: string): ReadingRound {
    const held = this.#snapshots.open()
    const round = new ReadingRound(held)
    this.#open.set(key, round)
    // Whoever is next tries anew.
    held.catch(() => this.#close(key, round))
    return round
  }

  /** Nobody joins it any more. */
  #close(key: string, round: ReadingRound): void {
    if (this.#open.get(key) === round) this.#open.delete(key)
  }
}
