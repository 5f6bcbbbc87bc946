import { joinWithAnd } from '@callboard/contract/format-names'
import type { Db } from '../../db/tables/schema.ts'
import { findLate } from '../../db/waiting-rows.ts'
import { waitingPosts } from './delivery-store.ts'
import { type Finding, firstOf, type HealthCheck } from '../../lib/health-check.ts'

export function webhookCheck(db: Db): HealthCheck {
  return {
    key: 'webhooks',
    title: 'Webhooks',
    async read() {
      const late = await findLate(db, waitingPosts, {
        action: 'The page of the webhook has the answer of the other system.',
        page: '/manage/webhooks',
      })
      return firstOf([await findPaused(db), late], 'Posts are accepted.')
    },
  }
}

async function findPaused(db: Db): Promise<Finding | undefined> {
  const paused = await db
    .selectFrom('webhook')
    .where('paused_reason', 'is not', null)
    .orderBy('name')
    .select('name')
    .execute()
  if (paused.length === 0) return undefined
  const message = `Paused: ${joinWithAnd(paused.map(({ name }) => name))}.`
  return {
    state: 'notice',
    message,
    action: 'The page of each webhook says why. Mend that, and start it again there.',
    page: '/manage/webhooks',
  }
}
