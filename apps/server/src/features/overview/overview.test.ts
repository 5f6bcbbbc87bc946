import { getReadiness } from '@callboard/contract/health'
import { Overview } from '@callboard/contract/overview'
import { beforeAll, expect, it } from 'vitest'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

const overview = async () => Overview.parse(expectOk(await test.admin.ask({ path: '/api/overview' })))

it('counts what is managed, and what is active alone', async () => {
  const before = await overview()
  const customer = await test.make.customer()
  await test.make.entity({ type: 'location', code: 'A', customerId: customer.id })
  await test.make.entity({ type: 'location', code: 'B', customerId: customer.id, isActive: false })
  const gone = await test.make.user({})
  await test.make.changeUser(gone.id, { is_deleted: true })
  const seen = await test.make.user({})
  await test.make.changeUser(seen.id, { last_login_at: new Date() })
  await test.make.apiKey(customer.id)
  await test.make.apiKey(customer.id, { expires_at: new Date(Date.now() - 1000) })
  const setId = await test.make.reportSet([await test.make.report()])
  await test.make.group({ setIds: [setId] })
  await test.make.group({ isActive: false })
  const after = await overview()
  expect(after.reports - before.reports).toBe(1)
  expect(after.reportSets - before.reportSets).toBe(1)
  expect(after.reportGroups - before.reportGroups).toBe(1)
  expect(after.customers - before.customers).toBe(1)
  expect(after.entities - before.entities).toBe(1)
  expect(after.apiKeys - before.apiKeys).toBe(1)
  expect(after.users.active - before.users.active).toBe(1)
  expect(after.users.signedInToday - before.users.signedInToday).toBe(1)
  expect(after.users.neverSignedIn).toBe(before.users.neverSignedIn)
})

it('tells of refused calls, mails that wait, and jobs that failed for good', async () => {
  const customer = await test.make.customer()
  const path = '/api/calls'
  const body = [{ ...buildCall(), direction: 'sideways' }]
  await test.ask({ path, body, token: await test.make.apiKey(customer.id) })
  const { queue, postgres } = test.runtime
  await postgres.db
    .insertInto('mail')
    .values({ recipient: 'a@example.com', subject: 'x', body_text: 'x' })
    .execute()
  await queue.work({ name: 'no-good', work: () => Promise.reject(new Error('never')) })
  await queue.add('no-good', {})
  await postgres.executeSql(`UPDATE pgboss.job SET state = 'failed' WHERE name = 'no-good'`)
  expect(await overview()).toMatchObject({
    quarantined: 1,
    mails: { waiting: 1, failed: 0 },
    stoppedAddresses: 0,
    failedJobs: [{ name: 'no-good', count: 1 }],
  })
})

it('jobs that write calls are left to the process that writes them', async () => {
  const { queue } = test.runtime
  const done: string[] = []
  const jobOf = (name: string) => ({ name, work: async () => await Promise.resolve(void done.push(name)) })
  const addBoth = async () => {
    for (const name of ['writing', 'reading', 'reading']) await queue.add(name, {})
  }
  await queue.workOnCalls(false)
  await queue.work({ ...jobOf('writing'), writesCalls: true })
  await queue.work(jobOf('reading'))
  await addBoth()
  await expect.poll(() => done).toEqual(['reading', 'reading'])
  await queue.workOnCalls(true)
  await expect.poll(() => done).toEqual(['reading', 'reading', 'writing'])
  await queue.workOnCalls(false)
  await addBoth()
  await expect.poll(() => done.slice(3)).toEqual(['reading', 'reading'])
  await queue.workOnCalls(true)
  await expect.poll(() => done.slice(5)).toEqual(['writing'])
})

it('says what is wrong with the store of calls, as readiness does, which ends with what cannot be read', async () => {
  const { problems } = test.runtime.ingest
  const readiness = async () => await test.ask({ path: '/readyz' })
  const reported = [expect.objectContaining({ kind: 'full', until: null })]
  // The portal itself looks at its disk every few seconds.
  const saidOf = async (ask: () => Promise<unknown>) => {
    problems.set('full', true)
    return await ask()
  }
  const ready = async () => getReadiness.response.parse(expectOk(await readiness())).problems
  await expect.poll(async () => await saidOf(ready)).toEqual(reported)
  await expect.poll(async () => await saidOf(async () => (await overview()).callProblems)).toEqual(reported)
  problems.set('damaged', true)
  expectError(await readiness(), 503, 'unavailable')
  expect(Number((await readiness()).headers['retry-after'])).toBeGreaterThan(0)
  problems.set('damaged', false)
  expect((await readiness()).status).toBe(200)
})
