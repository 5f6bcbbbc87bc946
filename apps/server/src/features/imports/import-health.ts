import { formatCounted } from '@callboard/contract/format'
import type { Db } from '../../db/tables/schema.ts'
import { readNumber, waitingMetrics } from '../../db/waiting-rows.ts'
import { type HealthCheck, ok } from '../../lib/health-check.ts'
import type { Metric } from '../../lib/metric.ts'
import { failedCount, unfinishedImports } from './store.ts'

const dayMs = 86_400_000

export function importMetrics(db: Db): Metric[] {
  return [
    ...waitingMetrics(db, unfinishedImports),
    {
      name: 'imports_failed',
      help: 'Imports of the last day that failed.',
      read: async () => await readFailed(db),
    },
  ]
}

export function importCheck(db: Db): HealthCheck {
  return {
    key: 'imports',
    title: 'Imports',
    async read() {
      const failed = await readFailed(db)
      if (failed === 0) return ok('No import has failed within a day.')
      const message = `${formatCounted(failed, 'import')} failed within a day.`
      return {
        state: 'notice',
        message,
        action: 'The page Imports says why.',
        page: '/manage/imports?state=failed',
      }
    },
  }
}

async function readFailed(db: Db): Promise<number> {
  return await readNumber(db, failedCount(new Date(Date.now() - dayMs)))
}
