import {
  callBackExample,
  closeCaller,
  dismissReminder,
  releaseCaller,
  remindOfCaller,
  reopenCaller,
  takeCaller,
} from '@callboard/contract/call-backs'
import { exampleIds } from '@callboard/contract/examples'
import { remindNow, tomorrow } from '../clients/call-backs.ts'
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

/** The caller of the examples, who was missed; to be put back on the list, somebody has closed them. */
export function prepareCallBacks({
  test,
  ask,
}: Asking): Record<string, () => Promise<Record<string, string>>> {
  const missed = async () => ({ [exampleIds.customer]: (await missExampleCaller(test())).customerId })
  return {
    [`POST ${takeCaller.path}`]: missed,
    [`POST ${releaseCaller.path}`]: missed,
    [`POST ${closeCaller.path}`]: missed,
    [`POST ${remindOfCaller.path}`]: missed,
    [`POST ${dismissReminder.path}`]: async () => {
      const texts = await missed()
      const body = { ...callBackExample, customerId: texts[exampleIds.customer], at: tomorrow() }
      await ask({ path: remindOfCaller.path, body })
      await remindNow(test())
      return texts
    },
    [`POST ${reopenCaller.path}`]: async () => {
      const texts = await missed()
      const body = { ...callBackExample, customerId: texts[exampleIds.customer], outcome: 'notNeeded' }
      await ask({ path: closeCaller.path, body })
      return texts
    },
  }
}
