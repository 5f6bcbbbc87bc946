import { Alert, type AlertEpisode, listAlertHistory } from '@callboard/contract/alerts'
import type { Claim } from '@callboard/contract/claims'
import { checkAlerts } from '#server/features/alerts/check-alerts.ts'
import { expectCreated, expectOk } from '../expect-errors.ts'
import { buildCall, type SentCall } from '../factory.ts'
import { type Answer, openPortal, type Person } from '../portal.ts'

const saving: readonly Claim[] = ['reporting.view', 'reporting.save', 'reporting.call.details']
/** A moment when alerts are evaluated. */
const noon = Date.parse('2026-03-10T12:00:00Z')

/** So many minutes after a moment when alerts are evaluated. */
export const at = (minutes: number) => new Date(noon + minutes * 60_000)

export const missedOver = (value: number, location: string) => ({
  measure: 'missed',
  filters: [{ field: 'location', op: 'eq', values: [location] }],
  window: { lastMinutes: 60 },
  op: 'gt',
  value,
})

async function create(user: Person, body: object): Promise<Answer> {
  return await user.ask({ path: '/api/alerts', body: { name: 'Missed', ...body } })
}

async function get(user: Person, { id }: Alert): Promise<Alert> {
  return Alert.parse(expectOk(await user.ask({ path: `/api/alerts/${id}` })))
}

async function update(user: Person, { id }: Alert, body: object): Promise<Answer> {
  return await user.ask({ method: 'PUT', path: `/api/alerts/${id}`, body })
}

async function historyOf(user: Person, { id }: Alert): Promise<AlertEpisode[]> {
  const answer = await user.ask({ path: `/api/alerts/${id}/history` })
  return listAlertHistory.response.parse(expectOk(answer)).items
}

export type AlertClient = Awaited<ReturnType<typeof openAlertClient>>

/** Alerts that are evaluated when a test says so. */
export async function openAlertClient() {
  const portal = await openPortal({ stopped: ['alertChecker'] })
  const { db, make } = portal
  const admin = await make.user({ isAdmin: true, email: 'admin@example.com' })
  const { id: customerId, key } = await make.sender()
  let made = 0

  async function makeUser(given: { claims?: readonly Claim[]; customerId?: string; email?: string } = {}) {
    const email = `alerted-${++made}@example.com`
    return { email, ...(await make.user({ claims: saving, customerId, email, ...given })) }
  }

  async function alertOf(user: Person, body: object): Promise<Alert> {
    const answer = await create(user, { recipients: [user.id], ...body })
    const { id } = Alert.parse(expectCreated(answer))
    await db
      .updateTable('alert')
      .set({ next_check_at: at(-600) })
      .where('id', '=', id)
      .execute()
    return Alert.parse(answer.json())
  }

  async function check(minutes: number): Promise<void> {
    await checkAlerts(portal.runtime, at(minutes))
  }

  /** Those there are are evaluated no more. */
  async function leaveAlerts(): Promise<void> {
    await db
      .updateTable('alert')
      .set({ next_check_at: new Date('9999-01-01') })
      .execute()
  }

  /** Missed calls of a location, one each minute from then on. */
  async function sendMissed(
    count: number,
    location: string,
    { from = -30, apiKey = key } = {},
  ): Promise<void> {
    const calls: SentCall[] = Array.from({ length: count }, (_, index) =>
      buildCall({ status: 'missed', location, startedAt: at(from + index).toISOString() }),
    )
    await portal.sendCalls(apiKey, calls)
  }

  async function mailsTo({ email }: { email: string }) {
    return await db
      .selectFrom('mail')
      .where('recipient', '=', email)
      .select(['subject', 'body_text as text', 'body_html as html', 'headers'])
      .orderBy('id')
      .execute()
  }

  const asked = { makeUser, create, alertOf, get, update, historyOf }
  return { portal, admin, customerId, key, check, leaveAlerts, sendMissed, mailsTo, ...asked }
}
