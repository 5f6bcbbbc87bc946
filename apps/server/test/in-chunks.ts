/** Checks each of a list, eight at a time: one after the other would take long. */
export async function inChunks<T>(list: readonly T[], check: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < list.length; at += 8) await Promise.all(list.slice(at, at + 8).map(check))
}
