/** Who brought a piece of work, and what it is about. */
export interface Lane {
  owner: string
  subject: string
}

/**
 * Work that waits. Turns go round the owners, and of each owner round the subjects, so that nobody waits longer because
 * somebody else brings much. When it is full, whoever has the most waiting gives way to whoever has less.
 */
export class FairQueue<T extends Lane> {
  readonly #maxSize: number
  /** Those of an owner and a subject are in the order in which they came; owners and subjects in that of their turns. */
  readonly #owners = new Map<string, Map<string, T[]>>()
  #size = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  /** Answers the work for which there is no room, which may be what is added. */
  add(work: T): T | undefined {
    const subjects = this.#owners.get(work.owner) ?? new Map<string, T[]>()
    const waiting = subjects.get(work.subject) ?? []
    this.#owners.set(work.owner, subjects.set(work.subject, [...waiting, work]))
    this.#size++
    if (this.#size <= this.#maxSize) return undefined
    const excess = this.#lastOfLongest(work)
    this.remove(excess)
    return excess
  }

  /** Takes out the next in turn that is ready, for which those of an owner and a subject are alike. */
  take(isReady: (work: T) => boolean): T | undefined {
    for (const [owner, subjects] of this.#owners) {
      for (const [subject, [first, ...rest]] of subjects) {
        if (first === undefined || !isReady(first)) continue
        this.remove(first)
        if (rest.length > 0) moveToEnd(subjects, subject)
        if (subjects.size > 0) moveToEnd(this.#owners, owner)
        return first
      }
    }
    return undefined
  }

  /** Takes out what has no reason to wait any longer. */
  takeAll(isOver: (lane: Lane) => boolean): T[] {
    const lanes = [...this.#owners.values()].flatMap((subjects) => [...subjects.values()])
    const over = lanes.filter(([first]) => first !== undefined && isOver(first)).flat()
    for (const work of over) this.remove(work)
    return over
  }

  #lastOfLongest(added: T): T {
    const longest = { owner: added.owner, size: sizeOf(this.#owners.get(added.owner)) }
    for (const [owner, subjects] of this.#owners) {
      const size = sizeOf(subjects)
      if (size > longest.size) Object.assign(longest, { owner, size })
    }
    const lanes = [...(this.#owners.get(longest.owner)?.values() ?? [])]
    const lane = lanes.reduce((one, other) => (other.length >= one.length ? other : one), [])
    return lane.at(-1) ?? added
  }

  /** Takes out what no longer waits; nothing changes where it does not. */
  remove(work: T): void {
    const subjects = this.#owners.get(work.owner)
    const waiting = subjects?.get(work.subject) ?? []
    if (!waiting.includes(work)) return
    const rest = waiting.filter((other) => other !== work)
    this.#size--
    if (rest.length > 0) subjects?.set(work.subject, rest)
    else subjects?.delete(work.subject)
    if (subjects?.size === 0) this.#owners.delete(work.owner)
  }
}

function sizeOf(subjects: ReadonlyMap<string, readonly unknown[]> | undefined): number {
  return [...(subjects?.values() ?? [])].reduce((sum, { length }) => sum + length, 0)
}

function moveToEnd<T>(map: Map<string, T>, key: string): void {
  const value = map.get(key)
  map.delete(key)
  if (value !== undefined) map.set(key, value)
}
