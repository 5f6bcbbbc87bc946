import { beforeAll, expect, it } from 'vitest'
import { startRealPostgres } from '../real-postgres.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

let test: TestApp

beforeAll(async () => {
  const server = await startRealPostgres()
  test = await openTestApp({ databaseUrl: server.url })
})

it('a burst of guesses gets no further than five, though a server counts for many at once', async () => {
  const { userName } = await test.make.user({ password: 'correct horse 9 battery' })
  const guess = async (password: string, at: number) =>
    await test.ask({
      path: '/api/auth/login',
      body: { userName, password },
      address: `10.0.${Math.floor(at / 250)}.${at % 250}`,
    })
  const answers = await Promise.all(
    Array.from({ length: 300 }, async (_, at) => guess(`guess number ${at}`, at)),
  )
  expect(answers.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(5)
  const { db } = test.runtime.postgres
  await db
    .updateTable('sign_in_failure')
    .set({ at: new Date(Date.now() - 61_000) })
    .execute()
  expect((await guess('correct horse 9 battery', 300)).status).toBe(200)
})
