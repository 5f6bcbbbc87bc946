import { CallCheckpoints, type EmbeddedCallStore } from './call-checkpoints.ts'
import { openChdbStore } from './chdb-store.ts'
import { requireNothingDetached, restoreCalls } from './restore-calls.ts'

/** Opens the calls in a folder, at their last checkpoint. Throws `DamagedCalls` when not all of them can be read. */
export async function openEmbeddedCalls(
  path: string,
): Promise<{ calls: EmbeddedCallStore; checkpoints: CallCheckpoints }> {
  // Before the engine reads what is there.
  const restored = restoreCalls(path)
  const calls = openChdbStore({ path })
  try {
    requireNothingDetached(path)
  } catch (error) {
    await calls.close()
    throw error
  }
  return { calls, checkpoints: new CallCheckpoints(calls, restored) }
}
