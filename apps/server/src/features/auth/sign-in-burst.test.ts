import { login } from '@callboard/contract/auth'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, it } from 'vitest'
import { SignInThrottle } from '#server/access/sign-in/sign-in-throttle.ts'
import { buildApp } from '#server/app.ts'
import { afterFile } from '#test/after-file.ts'
import { putClockForward } from '#test/clock.ts'
import { startRealPostgres } from '#test/real-postgres.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal

beforeAll(async () => {
  const server = await startRealPostgres()
  test = await openPortal({ databaseUrl: server.url })
})

const password = 'correct horse 9 battery'
const wrong = 'another horse 9 battery'
let addresses = 0

async function guess(app: FastifyInstance, userName: string, tried: string): Promise<number> {
  addresses++
  const remoteAddress = `10.0.${Math.floor(addresses / 250)}.${addresses % 250}`
  const payload = { userName, password: tried }
  return (await app.inject({ method: 'POST', url: login.path, payload, remoteAddress })).statusCode
}

it('a burst of guesses gets no further than five, though a server counts for many at once', async () => {
  const { userName } = await test.make.user({ password })
  const statuses = await Promise.all(
    Array.from({ length: 300 }, async (_, at) => guess(test.app, userName, `guess number ${at}`)),
  )
  expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(5)
  putClockForward(61_000)
  expect(await guess(test.app, userName, password)).toBe(200)
})

it('what was guessed at one portal counts at another one on the same database', async () => {
  const { db, log } = test.runtime
  const signInThrottle = await SignInThrottle.open({ db, log, hasPeers: true })
  const other = await buildApp({ ...test.runtime, signInThrottle }, test.folder)
  afterFile(async () => {
    await other.close()
    await signInThrottle.close()
  })
  const { userName } = await test.make.user({ password })
  for (let failures = 0; failures < 5; failures++) await guess(test.app, userName, wrong)
  await expect.poll(async () => await guess(other, userName, password)).toBe(429)
})
