import type { Db } from '../../db/tables/schema.ts'
import { selectRecentCallBacks } from './store.ts'

/** A change is seen once it is committed, which may be later than the time that it has. */
const overlapSeconds = 5

/** Finds out of which customers' callers somebody has said something, in this process or another one. */
export class CallBackNews {
  readonly #db: Db
  /** The revisions of the last seconds that have been told of, by id. */
  #known = new Map<string, number>()

  constructor(db: Db) {
    this.#db = db
  }

  /** The customers of what is new since the last time; at first, of the last seconds. */
  async read(): Promise<string[]> {
    const recent = await selectRecentCallBacks(this.#db, overlapSeconds)
    const isNew = ({ id, revision }: (typeof recent)[number]) => this.#known.get(id) !== revision
    const customers = new Set(recent.filter(isNew).map(({ customerId }) => customerId))
    this.#known = new Map(recent.map(({ id, revision }) => [id, revision]))
    return [...customers]
  }
}
