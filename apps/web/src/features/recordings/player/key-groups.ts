import type { Recording } from '@callboard/contract/recordings'

type KeyTone = Recording['keyTones'][number]

/** Keys pressed one after the other. */
export interface KeyGroup {
  keys: string
  start: number
  end: number
}

/** A longer pause begins another number. */
const sameGroupSeconds = 2

/** Keys that follow each other stand together: a mark for each would cover the next one. */
export function groupKeys(tones: readonly KeyTone[]): KeyGroup[] {
  const groups: KeyGroup[] = []
  for (const { key, start, end } of tones) {
    const last = groups.at(-1)
    if (last !== undefined && start - last.end <= sameGroupSeconds) {
      last.keys += key
      last.end = end
    } else {
      groups.push({ keys: key, start, end })
    }
  }
  return groups
}
