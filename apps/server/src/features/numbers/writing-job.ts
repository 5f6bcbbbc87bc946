import { setTimeout as sleep } from 'node:timers/promises'
import { change, systemActor } from '../../db/records/change.ts'
import type { Db } from '../../db/tables/schema.ts'
import { resumeAttribution } from '../../jobs/attribution.ts'
import type { Job, JobQueue } from '../../jobs/queue.ts'
import * as changeStore from './change-store.ts'
import { applyWanted, type Plan, planUndoing } from './plan-edit.ts'
import * as store from './store.ts'
import { lockNumbers, writeTimelines } from './write-timelines.ts'

const name = 'write-numbers'

/** For others after each part: a database that is embedded does one thing at a time. */
const pauseMs = 25

interface Writing {
  db: Db
  queue: Pick<JobQueue, 'add'>
  closing: AbortSignal
}

/** Writes changes of very many numbers, a part at a time; their calls follow when all of it is written. */
export function writingJob({ db, queue, closing }: Writing): Job {
  return {
    name,
    timeoutMinutes: 60,
    // What was lost with a crash is found again.
    cron: '*/5 * * * *',
    work: async () => {
      for (let written = 1; !closing.aborted && (await writeNext(db)); written += 1) {
        if (isPowerOfTwo(written)) await store.analyzeNumbers(db)
        await sleep(pauseMs)
      }
      await resumeAttribution(db, queue)
    },
  }
}

function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count))
}

/** Goes on with what a process has left, if anything. */
export async function resumeWriting({ db, queue }: Pick<Writing, 'db' | 'queue'>): Promise<void> {
  if ((await changeStore.selectPartToWrite(db)) !== undefined) await addWritingJob(queue)
}

export async function addWritingJob(queue: Pick<JobQueue, 'add'>): Promise<void> {
  await queue.add(name, {})
}

/** False when nothing is left to be written. */
async function writeNext(db: Db): Promise<boolean> {
  const part = await changeStore.selectPartToWrite(db)
  if (part === undefined) return false
  const { id, changeId, madeBy, userName } = part
  const planned = await planPart(db, part)
  const actor = userName === null ? systemActor : { userId: madeBy, userName }
  await change(db, actor, async (transaction) => {
    if (!(await changeStore.lockPart(transaction, id))) return
    await lockNumbers(transaction, planned)
    const written = await writeTimelines(transaction, await planPart(transaction, part), changeId)
    await changeStore.updateWrittenPart(transaction, part, written)
  })
  return true
}

async function planPart(db: Db, { customerId, wanted, undoesId }: changeStore.StoredPart): Promise<Plan> {
  if (undoesId === null) return await applyWanted(db, customerId, wanted ?? [])
  const { plan } = await planUndoing(db, customerId, await changeStore.selectWrittenPart(db, undoesId))
  return plan
}
