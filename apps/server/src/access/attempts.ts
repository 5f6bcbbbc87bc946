import { availableParallelism } from 'node:os'
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { AppError } from '../lib/app-error.ts'
import { BoundedQueue } from '../lib/bounded-queue.ts'
import type { Log } from '../lib/log.ts'
import { RecentCounts } from '../lib/recent-counts.ts'
import { addressBlock } from './address-block.ts'
import type { Caller } from './caller.ts'
import { FailureLog } from './failure-log.ts'
import type { Origin } from './origin.ts'
import { verifyPassword } from './passwords.ts'
import { foldSignInName } from './sign-in-name.ts'
import { type FailureKind, recordFailure } from './sign-in-records.ts'
import { selectUserToSignIn } from './store.ts'

const windowMs = 60_000
const failuresOfAccount = 5
const failuresOfAddress = 20
/** As many as are answered within seconds. */
const longestQueue = 200

export interface Guesser {
  /** The name that was typed, of somebody or nobody. */
  userName: string
  origin: Origin
}

/** What came of a guess: whatever the right secret opens, or what was wrong. */
export type Checked<T> = { right: T } | { wrong: 'wrongPassword' | 'wrongCode' }

type UserToSignIn = NonNullable<Awaited<ReturnType<typeof selectUserToSignIn>>>

/**
 * Counts wrong secrets by account and by address, and limits them. Counted in memory and written behind, so that whoever
 * is turned away costs the database nothing.
 */
export class Attempts {
  readonly #db: Kysely<Database>
  readonly #failures: FailureLog
  readonly #ofAccount = new RecentCounts(windowMs)
  readonly #ofAddress = new RecentCounts(windowMs)
  /** Accounts and addresses of which it is on record that they have no more guesses. */
  readonly #locks = new RecentCounts(windowMs)
  /** The accounts of the names that were tried lately: a user has two names, and one limit. */
  readonly #accounts = new Map<string, string>()
  readonly #queue = new BoundedQueue({ atOnce: availableParallelism(), waiting: longestQueue })

  private constructor({ db, log, isShared }: AttemptsParts) {
    this.#db = db
    const onFailure = (failure: { folded: string; address: string; at: Date }) => {
      // The clock of another machine may be ahead.
      const atMs = Math.min(failure.at.getTime(), Date.now())
      this.#ofAccount.add(failure.folded, atMs)
      this.#ofAddress.add(failure.address, atMs)
    }
    this.#failures = new FailureLog({ db, log, windowMs, isShared, onFailure })
  }

  static async open(parts: AttemptsParts): Promise<Attempts> {
    const attempts = new Attempts(parts)
    await attempts.#failures.open()
    return attempts
  }

  /**
   * Runs the check of a secret, within the limits of wrong ones for an account and for an address: beyond them it throws
   * `tooManyRequests`, and `overloaded` when too many are waiting. A name that nobody has is limited as an account is.
   * A wrong secret is put on record. A check that throws does not count.
   */
  async guess<T>(
    { userName, origin }: Guesser,
    check: (user: UserToSignIn | undefined) => Promise<Checked<T>>,
  ): Promise<Checked<T>> {
    const folded = foldSignInName(userName)
    // Counted as a failure before the slow check, so that many guesses at once are limited too.
    const guess = { account: this.#accounts.get(folded) ?? folded, address: addressBlock(origin.address) }
    const at = new Date()
    this.#add(guess, at)
    let result: Checked<T>
    try {
      result = await this.#queue.run(async () => {
        const user = await selectUserToSignIn(this.#db, folded)
        this.#move(guess, { folded, account: user?.id ?? folded, at })
        const checked = await check(user)
        if ('wrong' in checked) await this.#record(checked.wrong, guess, { userId: user?.id ?? null, origin })
        return checked
      })
    } catch (error) {
      this.#remove(guess, at)
      throw error
    }
    if ('wrong' in result) this.#failures.add({ folded: guess.account, address: guess.address, at })
    else this.#remove(guess, at)
    return result
  }

  async close(): Promise<void> {
    await this.#failures.close()
  }

  #add({ account, address }: Guess, at: Date): void {
    this.#requireFew(account)
    if (this.#ofAddress.of(address) >= failuresOfAddress) throw tooMany()
    this.#ofAccount.add(account, at.getTime())
    this.#ofAddress.add(address, at.getTime())
  }

  #remove({ account, address }: Guess, at: Date): void {
    this.#ofAccount.remove(account, at.getTime())
    this.#ofAddress.remove(address, at.getTime())
  }

  /** Counts a guess for the account that turned out to have the name. */
  #move(guess: Guess, { folded, account, at }: { folded: string; account: string; at: Date }): void {
    if (guess.account === account) return
    this.#remember(folded, account)
    this.#requireFew(account)
    this.#ofAccount.remove(guess.account, at.getTime())
    this.#ofAccount.add(account, at.getTime())
    guess.account = account
  }

  /** Records a wrong secret, and once a minute that an account or an address has no more guesses. */
  async #record(
    kind: FailureKind,
    { account, address }: Guess,
    { userId, origin }: { userId: string | null; origin: Origin },
  ): Promise<void> {
    await recordFailure(this.#db, { kind, userId, origin })
    const isLocked = this.#ofAccount.of(account) >= failuresOfAccount
    if (!isLocked && this.#ofAddress.of(address) < failuresOfAddress) return
    const locked = isLocked ? account : address
    if (this.#locks.of(locked) > 0) return
    this.#locks.add(locked, Date.now())
    await recordFailure(this.#db, { kind: 'locked', userId: isLocked ? userId : null, origin })
  }

  #remember(folded: string, account: string): void {
    if (this.#accounts.size >= mostNames) this.#accounts.clear()
    this.#accounts.set(folded, account)
  }

  #requireFew(account: string): void {
    if (this.#ofAccount.of(account) >= failuresOfAccount) throw tooMany()
  }
}

/** Remembered names save a query each, no more. */
const mostNames = 10_000

interface AttemptsParts {
  db: Kysely<Database>
  log: Log
  /** Whether other processes write to the same database. */
  isShared: boolean
}

interface Guess {
  account: string
  address: string
}

function tooMany(): AppError {
  return new AppError('tooManyRequests', 'Too many failed attempts. Wait a minute and try again.', {
    retryAfterSeconds: windowMs / 1000,
  })
}

/** Throws `wrongPassword` unless this is the caller's password; guesses are limited as at the sign-in. */
export async function requireOwnPassword(
  attempts: Attempts,
  { userName }: Caller,
  { password, field, origin }: { password: string; field: string; origin: Origin },
): Promise<void> {
  const checked = await attempts.guess({ userName, origin }, async (user) => {
    const isRight = await verifyPassword(password, user?.password_hash ?? null)
    return isRight ? { right: true } : { wrong: 'wrongPassword' }
  })
  if ('wrong' in checked) throw new AppError('wrongPassword', 'This is not your password.', { field })
}
