import { callProblems } from '@callboard/contract/call-problems'
import { getHealthChecks, type HealthCheck } from '@callboard/contract/health'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

async function check(key: string): Promise<HealthCheck | undefined> {
  const answer = await test.admin.ask({ path: '/api/health' })
  return getHealthChecks.response.parse(expectOk(answer)).checks.find((one) => one.key === key)
}

it('is for administrators alone', async () => {
  expectError(await test.ask({ path: '/api/health' }), 401, 'unauthenticated')
  const user = await test.make.user({})
  expectError(await user.ask({ path: '/api/health' }), 403, 'forbidden')
})

it('of a new portal finds nothing wrong, but that there is no mail server and no backup', async () => {
  const answer = await test.admin.ask({ path: '/api/health' })
  const { checks, version, startedAt } = getHealthChecks.response.parse(expectOk(answer))
  expect(checks.length).toBeGreaterThan(10)
  expect(checks.filter(({ state }) => state !== 'ok').map(({ key }) => key)).toEqual(['mail', 'backups'])
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(Date.parse(startedAt)).toBeLessThan(Date.now())
})

it('tells of rejected calls, failed jobs and emails that wait, and what to do', async () => {
  const customer = await test.make.customer()
  const token = await test.make.apiKey(customer.id)
  await test.ask({ path: '/api/calls', body: [{ ...buildCall(), direction: 'sideways' }], token })
  expect(await check('quarantine')).toMatchObject({
    state: 'notice',
    message: '1 rejected call is in quarantine.',
    action: 'Under Quarantine you see why; correct and retry them, or delete them.',
  })
  const { queue, postgres, db } = test.runtime
  await queue.work({ name: 'no-good', work: () => Promise.reject(new Error('never')) })
  await queue.add('no-good', {})
  await postgres.executeSql(`UPDATE pgboss.job SET state = 'failed' WHERE name = 'no-good'`)
  expect(await check('jobs')).toMatchObject({ state: 'notice', message: '1 job failed for good: no-good.' })
  await test.set('smtpUrl', 'smtp://127.0.0.1:9')
  expect((await check('mail'))?.state).toBe('ok')
  for (const [state, minutes, count] of [
    ['notice', 6, 1],
    ['problem', 45, 2],
  ] as const) {
    const created_at = new Date(Date.now() - minutes * 60_000)
    await db
      .insertInto('mail')
      .values({ recipient: 'a@example.com', subject: 'x', body_text: 'x', created_at })
      .execute()
    const message = `Emails wait: ${count}, the first one for ${minutes} min.`
    expect(await check('mail')).toMatchObject({ state, message })
  }
})

it('tells of what the store of calls, its check and the files of recordings say', async () => {
  const { db, ingest } = test.runtime
  ingest.problems.set('lost', true)
  expect(await check('calls')).toMatchObject({ state: 'problem', message: callProblems.lost })
  ingest.problems.set('lost', false)
  expect((await check('calls'))?.state).toBe('ok')
  const { id: customer_id } = await test.make.customer()
  await db.insertInto('call_damage').values({ customer_id, kind: 'seenTwice', step: 1, count: 2 }).execute()
  expect(await check('storedCalls')).toMatchObject({
    state: 'problem',
    message: 'Last check: 2 calls are counted twice.',
  })
})

it('what cannot be asked is a problem of its own, and all else is told', async () => {
  const { db } = test.runtime
  await sql`ALTER TABLE webhook RENAME TO webhook_away`.execute(db)
  try {
    expect(await check('webhooks')).toMatchObject({ state: 'problem', message: 'This could not be checked.' })
    expect((await check('disk'))?.message).toMatch(/^[\d,.]+ GB of [\d,.]+ GB are free/)
  } finally {
    await sql`ALTER TABLE webhook_away RENAME TO webhook`.execute(db)
  }
})

it('without METRICS_TOKEN there are no metrics', async () => {
  expectError(await test.admin.ask({ path: '/metrics' }), 404, 'notFound')
})
