import { type CallProblem, type CallProblemKind, callProblems } from '@callboard/contract/call-problems'

interface Known {
  since: Date
  until: Date | null
}

/** What ended is told for a day. */
const noticeMs = 24 * 3_600_000

/** What is wrong with the store of calls, for readiness and for administrators. */
export class CallProblems {
  readonly #problems = new Map<CallProblemKind, Known>()

  set(kind: CallProblemKind, isThere: boolean): void {
    const known = this.#problems.get(kind)
    if (isThere === (known !== undefined && known.until === null)) return
    if (isThere) this.#problems.set(kind, { since: new Date(), until: null })
    else if (known !== undefined) this.#problems.set(kind, { ...known, until: new Date() })
  }

  /** To be called when another process writes calls from now on, which has its own. */
  endAll(): void {
    for (const kind of this.#problems.keys()) this.set(kind, false)
  }

  /** Those that last, and those that ended within a day. */
  list(nowMs = Date.now()): CallProblem[] {
    return Array.from(this.#problems, ([kind, { since, until }]) => ({
      kind,
      description: callProblems[kind],
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
    })).filter(({ until }) => until === null || Date.parse(until) > nowMs - noticeMs)
  }
}
