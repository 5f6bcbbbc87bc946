import { CallStoreError } from './call-store.ts'

/** Null while calls cannot be read. */
export async function orNullUnread<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof CallStoreError && error.kind !== 'query') return null
    throw error
  }
}
