import * as state from './call-check-store.ts'
import {
  callsAPart,
  type Checking,
  checkSteps,
  countStep,
  type CheckStep,
  findWrongCallers,
  listSteps,
  partOf,
} from './consistency-check.ts'
import * as store from './consistency-store.ts'

export interface Repairing {
  signal: AbortSignal
  /** Told of each step that is done. */
  onStep: (done: number, all: number) => void
  /** What is missing is taken for lost: from now on fewer calls are expected. */
  acceptsLoss: boolean
}

export interface Repaired {
  /** Calls of which one version can be seen again. */
  calls: number
  /** Callers whose prior calls and returns were computed anew. */
  callers: number
  /** What the check still finds afterwards. */
  left: Pick<state.FoundDamage, 'kind' | 'customerId' | 'count'>[]
}

/** Calls that one change mends. */
const callBatchSize = 10_000

/**
 * Checks all calls and repairs what can be: versions first, each time as one change of calls, then the relations that
 * follow from them. Then everything is checked once more. To be run by the process that writes calls.
 */
export async function repairCalls(checking: Checking, repairing: Repairing): Promise<Repaired> {
  const { db } = checking
  const { signal, onStep, acceptsLoss } = repairing
  const steps = await listSteps(checking)
  const repaired = { calls: 0, callers: 0 }
  for (const [done, step] of steps.entries()) {
    signal.throwIfAborted()
    onStep(done, steps.length)
    if (step.step === countStep) continue
    repaired.calls += await repairVersions(checking, step)
    repaired.callers += await repairCallers(checking, step)
  }
  if (acceptsLoss) await acceptLoss(checking, steps)
  await state.updateCheckBegun(db)
  await checkSteps(checking, { steps: await listSteps(checking), signal })
  return { ...repaired, left: await state.selectDamage(db) }
}

async function acceptLoss({ db, calls, ingest }: Checking, steps: readonly CheckStep[]): Promise<void> {
  for (const { customerId, step } of steps) {
    if (step !== countStep) continue
    const seen = await ingest.snapshots.published()
    await state.upsertCount(db, {
      customerId,
      seen,
      count: await store.countCalls(calls, { customerId, seen }),
    })
  }
}

async function repairVersions(checking: Checking, step: CheckStep): Promise<number> {
  const { customerId } = step
  if (step.step > step.parts) return 0
  let repaired = 0
  // Not for ever, should the engine not mend them: that is told by the check that follows.
  for (let round = 0; round * callBatchSize <= callsAPart; round++) {
    const ids = await selectWrong(checking, step)
    if (ids.length === 0) break
    await checking.ingest.change(async (change, calls) => {
      // As they are now that nothing else is written.
      const stillWrong = await selectWrong(checking, step)
      await store.writeOneVersion(calls, change, { customerId, ids: stillWrong })
    })
    repaired += ids.length
    if (ids.length < callBatchSize) break
  }
  return repaired
}

async function selectWrong({ db, calls, ingest }: Checking, step: CheckStep): Promise<string[]> {
  const deletions = await state.selectDeletions(db, { customerId: step.customerId })
  const seen = await ingest.snapshots.published()
  return await store.selectWrongVersions(calls, partOf(step), { seen, deletions, limit: callBatchSize })
}

async function repairCallers(checking: Checking, step: CheckStep): Promise<number> {
  let repaired = 0
  for (let round = 0; round * store.callerBatchSize <= callsAPart; round++) {
    const numbers = await findWrongCallers(checking, step)
    await checking.ingest.recomputeRelations(step.customerId, numbers)
    repaired += numbers.length
    if (numbers.length < store.callerBatchSize) break
  }
  return repaired
}
