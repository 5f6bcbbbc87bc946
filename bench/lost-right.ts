import { buildApp } from '../apps/server/src/app.ts'
import { createLog } from '../apps/server/src/lib/log.ts'
import type { Runtime } from '../apps/server/src/runtime.ts'
import { Factory } from '../apps/server/test/factory.ts'
import { elapsedMs } from './measure.ts'

const barMs = 1000

/** How long event streams stay open, until the last has ended, after their user has lost the right. */
export async function loseRight(runtime: Runtime, count: number) {
  const make = new Factory(runtime.postgres.db)
  const app = await buildApp({ ...runtime, log: createLog('silent') }, '/nowhere')
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { id } = await make.user({ claims: ['reporting.call.details'] })
  const tokens: string[] = []
  while (tokens.length < count) tokens.push(await make.session(id))
  const answers = await Promise.all(
    tokens.map(async (token) => {
      const answer = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token}` } })
      if (!answer.ok) throw new Error(`no stream of events: ${answer.status}`)
      return answer
    }),
  )
  const streams = answers.map(async (answer) => await answer.text())
  await make.changeUser(id, { is_active: false })
  const endedMs = await elapsedMs(async () => await Promise.all(streams))
  await app.close()
  return { streams: count, endedMs, isKept: endedMs <= barMs }
}
