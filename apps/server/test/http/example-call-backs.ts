import { callBackExample, dismissReminder, updateCallBack } from '@callboard/contract/call-backs'
import { exampleIds } from '@callboard/contract/examples'
import { changeOf, remindNow, tomorrow } from '../clients/call-backs.ts'
import type { Answer, AskedRequest, Portal } from '../portal.ts'

interface Asking {
  test: () => Portal
  ask: (request: AskedRequest) => Promise<Answer>
}

/** The caller of the examples, who was missed at a new customer, as somebody acts on them. */
export async function missExampleCaller(portal: Portal) {
  const { number: callerNumber, lastCallAt: startedAt } = callBackExample
  const customerId = await portal.customerWith([{ callerNumber, startedAt, status: 'missed' }])
  return { customerId, ...callBackExample }
}

/** The caller of the examples, who was missed; and whose reminder is due. */
export function prepareCallBacks({
  test,
  ask,
}: Asking): Record<string, () => Promise<Record<string, string>>> {
  return {
    [`PUT ${updateCallBack.path}`]: async () => ({
      [exampleIds.customer]: (await missExampleCaller(test())).customerId,
    }),
    [`POST ${dismissReminder.path}`]: async () => {
      const caller = await missExampleCaller(test())
      await ask(changeOf(caller, { state: 'open', remindAt: tomorrow() }))
      await remindNow(test())
      return { [exampleIds.customer]: caller.customerId }
    },
  }
}
