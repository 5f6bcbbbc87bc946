import { sql } from 'kysely'
import type { Db } from './tables/schema.ts'

const windowMs = 60_000

/** What is known of a key in its minute. */
interface Share {
  /** Taken from the limit by all processes, with what this one has still left. */
  count: number
  /** Of what this process took, not used yet. */
  left: number
  endsAtMs: number
}

export interface Taken {
  isWithinLimit: boolean
  /** Used by then; one more than the limit where there is nothing left. */
  count: number
  /** Until the minute of the key is over. */
  untilMs: number
}

/**
 * Allows something so many times a minute for each key, by all processes of a portal together. The minute begins with the first
 * time. Each process takes a hundredth of the limit at once, so that the database is asked seldom, and not at all for a key that
 * has nothing left.
 */
export class MinuteLimit {
  readonly #db: Db
  readonly #name: string
  readonly #limit: number
  readonly #part: number
  readonly #shares = new Map<string, Share>()
  readonly #taking = new Map<string, Promise<void>>()
  #forgotAtMs = Date.now()

  constructor(db: Db, { name, limit }: { name: string; limit: number }) {
    this.#db = db
    this.#name = name
    this.#limit = limit
    this.#part = Math.max(1, Math.floor(limit / 100))
  }

  async take(key: string): Promise<Taken> {
    for (;;) {
      const taken = this.#takeKnown(key)
      if (taken !== undefined) return taken
      const taking = this.#taking.get(key) ?? this.#takePart(key)
      this.#taking.set(key, taking)
      await taking
    }
  }

  /** Whether nothing is left, as far as this process knows. */
  isUsedUp(key: string): boolean {
    const share = this.#shares.get(key)
    return (
      share !== undefined && share.endsAtMs > Date.now() && share.left === 0 && share.count >= this.#limit
    )
  }

  /** Undefined where the database has to be asked. */
  #takeKnown(key: string): Taken | undefined {
    const share = this.#shares.get(key)
    const untilMs = (share?.endsAtMs ?? 0) - Date.now()
    if (share === undefined || untilMs <= 0) return undefined
    if (share.left > 0) {
      share.left--
      return { isWithinLimit: true, count: share.count - share.left, untilMs }
    }
    return share.count < this.#limit ? undefined : { isWithinLimit: false, count: this.#limit + 1, untilMs }
  }

  async #takePart(key: string): Promise<void> {
    try {
      const subject = `${this.#name} ${key}`
      const { count, untilMs } = await countUp(this.#db, { subject, by: this.#part })
      const before = count - this.#part
      const left = Math.max(0, Math.min(this.#limit - before, this.#part))
      this.#shares.set(key, { count: Math.min(count, this.#limit), left, endsAtMs: Date.now() + untilMs })
      await this.#forgetOld()
    } finally {
      this.#taking.delete(key)
    }
  }

  async #forgetOld(): Promise<void> {
    const now = Date.now()
    if (now - this.#forgotAtMs < windowMs) return
    this.#forgotAtMs = now
    for (const [key, { endsAtMs }] of this.#shares) if (endsAtMs <= now) this.#shares.delete(key)
    await deleteEndedCounts(this.#db)
  }
}

const isOver = sql<boolean>`known.began_at <= excluded.began_at - interval '1 minute'`

/** By the clock of the database, which all processes share. */
async function countUp(
  db: Db,
  { subject, by }: { subject: string; by: number },
): Promise<{ count: number; untilMs: number }> {
  const { rows } = await sql<{ count: number; untilMs: number }>`
    INSERT INTO request_count AS known (subject, began_at, count) VALUES (${subject}, now(), ${by})
    ON CONFLICT (subject) DO UPDATE SET
      began_at = CASE WHEN ${isOver} THEN excluded.began_at ELSE known.began_at END,
      count = CASE WHEN ${isOver} THEN excluded.count ELSE known.count + excluded.count END
    RETURNING count,
      (extract(epoch FROM began_at + interval '1 minute' - now()) * 1000)::int AS "untilMs"`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('nothing was counted')
  return row
}

async function deleteEndedCounts(db: Db): Promise<void> {
  await sql`DELETE FROM request_count WHERE began_at <= now() - interval '1 minute'`.execute(db)
}
