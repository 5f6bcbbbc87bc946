import { z } from 'zod'
import type { Answer, AskedRequest } from '../portal.ts'

interface Asking {
  ask: (request: AskedRequest) => Promise<Answer>
  /** Makes one with an address. */
  user: () => Promise<string>
  savedReport: () => Promise<string>
}

/** Each call that changes a subscription, done once with success. */
export function subscriptionChanges({ ask, user, savedReport }: Asking) {
  const subscribe = async () => {
    const path = `/api/reporting/subscription/${await savedReport()}`
    const schedule = { frequency: 'daily', time: '08:00', timeZone: 'UTC' }
    const recipients = [{ userId: await user() }]
    const answer = await ask({ path, body: { name: 'Every day', schedule, recipients } })
    return { path, answer, id: () => z.object({ id: z.string() }).parse(answer.json()).id }
  }
  return {
    'POST /api/reporting/subscription/{savedReportId}': async () => (await subscribe()).answer,
    'PUT /api/reporting/subscription/{savedReportId}': async () => {
      const { path, id } = await subscribe()
      const recipients = [{ userId: await user() }]
      const body = { id: id(), recipients, condition: { hasRows: true } }
      return await ask({ method: 'PUT', path, body })
    },
    'DELETE /api/reporting/subscription/{savedReportId}/{id}': async () => {
      const { path, id } = await subscribe()
      return await ask({ method: 'DELETE', path: `${path}/${id()}` })
    },
    'PUT /api/reporting/subscription/{savedReportId}/{id}/restore': async () => {
      const { path, id } = await subscribe()
      await ask({ method: 'DELETE', path: `${path}/${id()}` })
      return await ask({ method: 'PUT', path: `${path}/${id()}/restore` })
    },
  }
}
