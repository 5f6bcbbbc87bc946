import { login } from '@callboard/contract/auth'
import { hashPassword } from '../apps/server/src/access/sign-in/passwords.ts'
import { buildApp } from '../apps/server/src/app.ts'
import { createLog } from '../apps/server/src/lib/log.ts'
import type { Runtime } from '../apps/server/src/runtime.ts'
import { Factory } from '../apps/server/test/factory.ts'
import { byTurns, maxWarmUps, median } from './measure.ts'

const failuresOfName = 5

/** Whether the time of an answer reveals which names exist: for wrong passwords, and above the limit. */
export async function askWithWrongPasswords(runtime: Runtime, tries: number) {
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
  const medians = async (status: number, nameOf: (who: string, at: number) => string) => {
    const inTurn = (who: string) => {
      let at = 0
      return async () => await ask(nameOf(who, at++), status)
    }
    const { oneMs, otherMs } = await byTurns(inTurn('known'), inTurn('unknown'), tries)
    return { knownMs: median(oneMs), unknownMs: median(otherMs) }
  }
  const ofName = (who: string, at: number) => `${who}-${Math.floor(at / failuresOfName)}`
  const make = new Factory(runtime.postgres.db)
  // As costly as a user's own: the factory's are cheap.
  const password_hash = await hashPassword('correct horse 9 battery')
  const names = Math.ceil((tries + maxWarmUps) / failuresOfName)
  for (let at = 0; at < names; at++)
    await make.changeUser((await make.user({ userName: `known-${at}` })).id, { password_hash })
  const refused = await medians(400, ofName)
  // The first names have had their failures by now.
  const limited = await medians(429, (who) => ofName(who, 0))
  await app.close()
  return { refused, limited, tries }
}
