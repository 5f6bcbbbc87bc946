/** The states of something that is edited, with those to go back to and forward again. */
export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** What was changed last: the next change of the same is no step of its own. */
  readonly topic: string | undefined
}

/** Steps that can be undone. */
const maxSteps = 100

export function beginHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], topic: undefined }
}

/** Changes with the same topic that follow each other, as the letters of a name, are undone together. */
export function changed<T>(history: History<T>, present: T, topic?: string): History<T> {
  const isSameStep = topic !== undefined && topic === history.topic
  const past = isSameStep ? history.past : [...history.past, history.present].slice(-maxSteps)
  return { past, present, future: [], topic }
}

export function undone<T>(history: History<T>): History<T> {
  const present = history.past.at(-1)
  if (present === undefined) return history
  const { past, future } = history
  return { past: past.slice(0, -1), present, future: [history.present, ...future], topic: undefined }
}

export function redone<T>(history: History<T>): History<T> {
  const [present, ...future] = history.future
  if (present === undefined) return history
  return { past: [...history.past, history.present], present, future, topic: undefined }
}
