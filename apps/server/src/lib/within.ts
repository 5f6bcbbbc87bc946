/** Work took longer than it may, and goes on. */
export class TookTooLong extends Error {
  constructor(limitMs: number) {
    super(`It took more than ${limitMs / 1000} seconds.`)
  }
}

/** What the work resolves to; throws when it takes longer, while it goes on. */
export async function within<T>(
  limitMs: number,
  work: T | Promise<T>,
  late: () => Error = () => new TookTooLong(limitMs),
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), limitMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
