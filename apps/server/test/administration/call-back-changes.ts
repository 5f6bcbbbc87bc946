import {
  closeCaller,
  releaseCaller,
  remindOfCaller,
  reopenCaller,
  takeCaller,
} from '@callboard/contract/call-backs'
import { linkNumber, unlinkNumber } from '@callboard/contract/callers'
import { tomorrow } from '../clients/call-backs.ts'
import { missExampleCaller } from '../http/example-call-backs.ts'
import type { Answer, AskedRequest, Portal } from '../portal.ts'

interface Asking {
  test: () => Portal
  ask: (request: AskedRequest) => Promise<Answer>
}

/** Each call that changes what is said of a caller, done once with success. */
export function callBackChanges({ test, ask }: Asking): Record<string, () => Promise<Answer>> {
  const missed = async () => await missExampleCaller(test())
  const after = async (before: { path: string }, more: object, path: string) => {
    const body = await missed()
    await ask({ path: before.path, body: { ...body, ...more } })
    return await ask({ path, body })
  }
  const person = async () => {
    const { id: customerId } = await test().make.customer()
    return { customerId, number: '+12125550101', other: '+12125550102' }
  }
  const closing = { outcome: 'calledBack', note: 'Booked.' }
  return {
    [`POST ${takeCaller.path}`]: async () => await ask({ path: takeCaller.path, body: await missed() }),
    [`POST ${releaseCaller.path}`]: async () => await after(takeCaller, {}, releaseCaller.path),
    [`POST ${closeCaller.path}`]: async () =>
      await ask({ path: closeCaller.path, body: { ...(await missed()), ...closing } }),
    [`POST ${remindOfCaller.path}`]: async () =>
      await ask({ path: remindOfCaller.path, body: { ...(await missed()), at: tomorrow() } }),
    [`POST ${reopenCaller.path}`]: async () => await after(closeCaller, closing, reopenCaller.path),
    [`POST ${linkNumber.path}`]: async () => await ask({ path: linkNumber.path, body: await person() }),
    [`POST ${unlinkNumber.path}`]: async () => {
      const { other, ...body } = await person()
      await ask({ path: linkNumber.path, body: { ...body, other } })
      return await ask({ path: unlinkNumber.path, body })
    },
  }
}
