import { describeCallDamage } from '@callboard/contract/call-problems'
import { formatCounted } from '@callboard/contract/format'
import { formatWait } from '@callboard/contract/format-wait'
import type { Db } from '../../db/tables/schema.ts'
import { readNumber } from '../../db/waiting-rows.ts'
import { type Finding, firstOf, type HealthCheck, ok } from '../../lib/health-check.ts'
import type { Ingest } from './ingest.ts'
import { checkedAt, quarantinedCount, selectDamagedCalls } from './overview-store.ts'

interface Checked {
  db: Db
  ingest: Ingest
}

export function ingestChecks(checked: Checked): HealthCheck[] {
  const { db } = checked
  return [
    { key: 'calls', title: 'Incoming calls', read: async () => await checkCalls(checked) },
    { key: 'storedCalls', title: 'Stored calls', read: async () => await checkStored(db) },
    { key: 'quarantine', title: 'Quarantine', read: async () => await checkQuarantine(db) },
  ]
}

/** Longer than calls wait where all is well. */
const lateSeconds = 120

async function checkCalls({ ingest }: Checked): Promise<Finding> {
  const lasting = ingest.problems.list().filter(({ until }) => until === null)
  const problems = lasting.map(({ description }): Finding => ({ state: 'problem', message: description }))
  return firstOf(
    [...problems, await findNoWriter(ingest), findLate(ingest)],
    'Calls can be read as they come.',
  )
}

async function findNoWriter(ingest: Ingest): Promise<Finding | undefined> {
  const writer = await ingest.writers.find()
  if (writer === undefined || writer.name !== null) return undefined
  return {
    state: 'problem',
    message: 'No process can write calls right now: calls and edits are rejected.',
    action:
      'Another process takes over within seconds. If none does, look whether all of them reach PostgreSQL.',
  }
}

function findLate({ waiting }: Ingest): Finding | undefined {
  if (waiting?.sinceMs === undefined) return undefined
  const seconds = (Date.now() - waiting.sinceMs) / 1000
  if (seconds < lateSeconds) return undefined
  return {
    state: 'notice',
    message: `${formatCounted(waiting.calls, 'accepted call')} cannot be read yet, the first one for ${formatWait(seconds)}.`,
    action: 'More comes in than is stored. Look for an import under way, and at the processor and the disk.',
  }
}

async function checkStored(db: Db): Promise<Finding> {
  const damaged = await selectDamagedCalls(db)
  if (damaged.length > 0)
    return {
      state: 'problem',
      message: `Last check: ${damaged.map(describeCallDamage).join('; ')}.`,
      action: 'Run npm run repair-calls. Missing calls come back from a backup, or when they are sent again.',
    }
  const checkedAtSeconds = await readNumber(db, checkedAt)
  if (checkedAtSeconds === 0) return ok('All calls are checked for the first time tonight.')
  const ago = formatWait(Date.now() / 1000 - checkedAtSeconds)
  return ok(`All calls were checked ${ago} ago, and nothing was wrong.`)
}

async function checkQuarantine(db: Db): Promise<Finding> {
  const rows = await readNumber(db, quarantinedCount)
  if (rows === 0) return ok('No rejected calls.')
  return {
    state: 'notice',
    message: `${formatCounted(rows, 'rejected call is', 'rejected calls are')} in quarantine.`,
    action: 'Under Quarantine you see why; correct and retry them, or delete them.',
    page: '/manage/quarantine',
  }
}
