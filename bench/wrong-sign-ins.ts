import { login } from '@callboard/contract/auth'
import { buildApp } from '../apps/server/src/app.ts'
import { createLog } from '../apps/server/src/lib/log.ts'
import type { Runtime } from '../apps/server/src/runtime.ts'
import { byTurns, median } from './measure.ts'

export interface WrongSignIns {
  /** Of answers to a user's name and to nobody's, in ms. */
  refused: Medians
  limited: Medians
  tries: number
}

interface Medians {
  knownMs: number
  unknownMs: number
}

const tries = 200
const failuresOfName = 5

/** Whether the time of an answer reveals which names exist: for wrong passwords, and above the limit. */
export async function askWithWrongPasswords(runtime: Runtime): Promise<WrongSignIns> {
  const { db } = runtime.postgres
  const app = await buildApp({ ...runtime, log: createLog('silent') }, '/nowhere')
  let asked = 0
  const ask = async (userName: string, status: number) => {
    asked++
    // Each from another address, as every address has its own limit.
    const remoteAddress = `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`
    const payload = { userName, password: 'another horse 9 battery' }
    const answer = await app.inject({ method: 'POST', url: login.path, payload, remoteAddress })
    if (answer.statusCode !== status) throw new Error(`a wrong password answered ${answer.statusCode}`)
  }
  const forget = async () => await db.deleteFrom('sign_in_failure').execute()
  const medians = async (status: number, before: (name: string) => Promise<void>): Promise<Medians> => {
    const once = (name: string) => async () => {
      await before(name)
      await ask(name, status)
    }
    const { oneMs, otherMs } = await byTurns(once('admin'), once('nobody'), tries)
    return { knownMs: median(oneMs), unknownMs: median(otherMs) }
  }
  const refused = await medians(400, async () => {
    await forget()
  })
  await forget()
  for (const name of ['admin', 'nobody']) for (let at = 0; at < failuresOfName; at++) await ask(name, 400)
  const limited = await medians(429, async () => {})
  await forget()
  await app.close()
  return { refused, limited, tries }
}
