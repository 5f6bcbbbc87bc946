import { formatCounted } from '@callboard/contract/format'
import type { Db } from '../../db/tables/schema.ts'
import { type Finding, firstOf, type HealthCheck } from '../../lib/health-check.ts'
import { findWaitingRecordings, selectDamagedRecordings } from './overview-store.ts'

export function recordingCheck(db: Db): HealthCheck {
  return {
    key: 'recordings',
    title: 'Recordings',
    read: async () =>
      firstOf([await findUnexamined(db), await findDamaged(db)], 'Recordings are examined as they come.'),
  }
}

async function findUnexamined(db: Db): Promise<Finding | undefined> {
  const found = await findWaitingRecordings(db)
  if (found === null) return undefined
  const message = `${formatCounted(found.count, 'recording')} cannot be examined: ${found.why}`
  return {
    state: 'problem',
    message,
    action: 'Look at where recordings are stored. They are tried again until it answers.',
  }
}

async function findDamaged(db: Db): Promise<Finding | undefined> {
  const { count } = await selectDamagedRecordings(db)
  if (count === 0) return undefined
  const message = `The files of ${formatCounted(count, 'recording')} are not what was written.`
  return {
    state: 'problem',
    message,
    action: 'Restore them from a backup. The administration dashboard names them.',
  }
}
