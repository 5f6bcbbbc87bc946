import { updateCallBack } from '@callboard/contract/call-backs'
import { linkNumber, unlinkNumber } from '@callboard/contract/callers'
import { changeOf } from '../clients/call-backs.ts'
import { missExampleCaller } from '../http/example-call-backs.ts'
import type { Answer, AskedRequest, Portal } from '../portal.ts'

interface Asking {
  test: () => Portal
  ask: (request: AskedRequest) => Promise<Answer>
}

/** Each call that changes what is said of a caller, done once with success. */
export function callBackChanges({ test, ask }: Asking): Record<string, () => Promise<Answer>> {
  const person = async () => {
    const { id: customerId } = await test().make.customer()
    return { customerId, number: '+12125550101', other: '+12125550102' }
  }
  return {
    [`PUT ${updateCallBack.path}`]: async () => {
      const seen = await missExampleCaller(test())
      return await ask(changeOf(seen, { state: 'done', note: 'Booked.' }))
    },
    [`POST ${linkNumber.path}`]: async () => await ask({ path: linkNumber.path, body: await person() }),
    [`POST ${unlinkNumber.path}`]: async () => {
      const { other, ...body } = await person()
      await ask({ path: linkNumber.path, body: { ...body, other } })
      return await ask({ path: unlinkNumber.path, body })
    },
  }
}
