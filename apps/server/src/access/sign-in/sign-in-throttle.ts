import { availableParallelism } from 'node:os'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { FairQueue, type Lane } from '../../lib/fair-queue.ts'
import type { Log } from '../../lib/log.ts'
import { RecentCounts } from '../../lib/recent-counts.ts'
import { addressBlock } from './address-block.ts'
import { AttemptPlaces } from './attempt-places.ts'
import { FailureLog } from './failure-log.ts'
import type { Failure } from './failure-store.ts'
import type { Origin } from '../callers/origin.ts'
import { foldSignInName } from './sign-in-name.ts'
import { type FailureKind, recordFailure } from './sign-in-records.ts'
import { selectUserToSignIn } from '../callers/store.ts'

const windowMs = 60_000
const maxFailuresOfAccount = 5
const maxFailuresOfAddress = 20
/** A hash takes some 50 ms of a core: on two cores the last one waits 25 s, which is less than a browser or a proxy does. */
const defaultMaxWaiting = 1000

export interface Credential {
  /** The name that was typed, of somebody or nobody. */
  userName: string
  origin: Origin
}

/** What came of an attempt: whatever the right secret opens, or what was wrong. */
export type Checked<T> = { right: T } | { wrong: 'wrongPassword' | 'wrongCode' }

type UserToSignIn = NonNullable<Awaited<ReturnType<typeof selectUserToSignIn>>>

interface ThrottleParts {
  db: Db
  log: Log
  /** Whether other processes write to the same database. */
  hasPeers: boolean
  maxWaiting?: number
}

/** An attempt that waits: its owner is the address, its subject the name. */
interface Waiting extends Lane {
  start: () => void
  refuse: (error: AppError) => void
}

/**
 * Limits wrong secrets by name, account and address. Only failures count; attempts under way hold a place until they are
 * checked, and the others wait for one. All of it is in memory and written behind, so that whoever is turned away costs the
 * database nothing.
 */
export class SignInThrottle {
  readonly #db: Db
  readonly #failures: FailureLog
  readonly #ofName = new AttemptPlaces({ limit: maxFailuresOfAccount, windowMs })
  /** A user has two names, and one limit. */
  readonly #ofAccount = new AttemptPlaces({ limit: maxFailuresOfAccount, windowMs })
  readonly #ofAddress = new AttemptPlaces({ limit: maxFailuresOfAddress, windowMs })
  /** Accounts, names and addresses of which it is on record that they are locked. */
  readonly #locks = new RecentCounts(windowMs)
  readonly #waiting: FairQueue<Waiting>
  #underWay = 0
  #nextEnd = Promise.withResolvers<void>()

  private constructor({ maxWaiting = defaultMaxWaiting, ...parts }: ThrottleParts) {
    this.#db = parts.db
    this.#waiting = new FairQueue(maxWaiting)
    const onFailure = (failure: Failure) => {
      // The clock of another machine may be ahead.
      this.#count({ ...failure, at: new Date(Math.min(failure.at.getTime(), Date.now())) })
    }
    this.#failures = new FailureLog({ ...parts, windowMs, onFailure })
  }

  static async open(parts: ThrottleParts): Promise<SignInThrottle> {
    const throttle = new SignInThrottle(parts)
    await throttle.#failures.open()
    return throttle
  }

  /**
   * Runs the check of a secret when it has its turn. Throws `tooManyRequests` when there were too many wrong ones for the
   * account or from the address, and `overloaded` when too many are waiting. A name that nobody has is limited as an
   * account is. A wrong secret is put on record. A check that throws does not count.
   */
  async attempt<T>(
    { userName, origin }: Credential,
    check: (user: UserToSignIn | undefined) => Promise<Checked<T>>,
  ): Promise<Checked<T>> {
    const lane = { owner: addressBlock(origin.address), subject: foldSignInName(userName) }
    await this.#turn(lane)
    try {
      const user = await selectUserToSignIn(this.#db, lane.subject)
      if (user === undefined)
        return await this.#evaluate(lane, { origin, accountId: null }, () => check(undefined))
      await this.#takeAccount(user.id)
      try {
        return await this.#evaluate(lane, { origin, accountId: user.id }, () => check(user))
      } finally {
        this.#ofAccount.release(user.id)
      }
    } finally {
      this.#end(lane)
    }
  }

  async close(): Promise<void> {
    await this.#failures.close()
  }

  /** Waits until there is a core to hash on, and places for the name and the address, which it takes. */
  async #turn({ owner, subject }: Lane): Promise<void> {
    if (this.#isLocked({ owner, subject })) throw tooMany()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const excess = this.#waiting.add({ owner, subject, start: resolve, refuse: reject })
    excess?.refuse(overloaded())
    this.#startNext()
    await promise
  }

  #startNext(): void {
    while (this.#underWay < availableParallelism()) {
      const next = this.#waiting.take(
        ({ owner, subject }) => this.#ofAddress.isFree(owner) && this.#ofName.isFree(subject),
      )
      if (next === undefined) return
      this.#underWay++
      this.#ofAddress.take(next.owner)
      this.#ofName.take(next.subject)
      next.start()
    }
  }

  #end({ owner, subject }: Lane): void {
    this.#underWay--
    this.#ofAddress.release(owner)
    this.#ofName.release(subject)
    this.#nextEnd.resolve()
    this.#nextEnd = Promise.withResolvers()
    this.#startNext()
  }

  /** A place may be held by an attempt that is checked under the account's other name. */
  async #takeAccount(id: string): Promise<void> {
    while (!this.#ofAccount.isFree(id)) {
      if (this.#ofAccount.isExhausted(id)) throw tooMany()
      await this.#nextEnd.promise
    }
    this.#ofAccount.take(id)
  }

  async #evaluate<T>(
    { owner: address, subject: folded }: Lane,
    { origin, accountId }: { origin: Origin; accountId: string | null },
    check: () => Promise<Checked<T>>,
  ): Promise<Checked<T>> {
    const checked = await check()
    if (!('wrong' in checked)) return checked
    const failure = { folded, account_id: accountId, address, at: new Date() }
    this.#count(failure)
    this.#failures.add(failure)
    await this.#record(checked.wrong, failure, origin)
    return checked
  }

  /** Whoever waits for what is locked by this failure is refused at once. */
  #count({ folded, account_id: accountId, address, at }: Failure): void {
    this.#ofName.addFailure(folded, at.getTime())
    this.#ofAddress.addFailure(address, at.getTime())
    if (accountId !== null) this.#ofAccount.addFailure(accountId, at.getTime())
    const locked = this.#waiting.takeAll((lane) => this.#isLocked(lane))
    for (const { refuse } of locked) refuse(tooMany())
  }

  #isLocked({ owner, subject }: Lane): boolean {
    return this.#ofName.isExhausted(subject) || this.#ofAddress.isExhausted(owner)
  }

  /** Records a wrong secret, and once a minute that an account or an address is locked. */
  async #record(
    kind: FailureKind,
    { folded, account_id: userId, address }: Failure,
    origin: Origin,
  ): Promise<void> {
    await recordFailure(this.#db, { kind, userId, origin })
    const isAccountLocked =
      userId === null ? this.#ofName.isExhausted(folded) : this.#ofAccount.isExhausted(userId)
    if (!isAccountLocked && !this.#ofAddress.isExhausted(address)) return
    const locked = isAccountLocked ? (userId ?? folded) : address
    if (this.#locks.of(locked) > 0) return
    this.#locks.add(locked, Date.now())
    await recordFailure(this.#db, { kind: 'locked', userId: isAccountLocked ? userId : null, origin })
  }
}

function tooMany(): AppError {
  return new AppError('tooManyRequests', 'Too many failed attempts. Wait a minute and try again.', {
    retryAfterSeconds: windowMs / 1000,
  })
}

function overloaded(): AppError {
  return new AppError('overloaded', 'Too many people are signing in. Try again in a moment.', {
    retryAfterSeconds: 5,
  })
}
