import { randomUUID } from 'node:crypto'
import { exampleIds } from '@callboard/contract/examples'
import { insertImport } from '../clients/imports.ts'
import type { Portal } from '../portal.ts'

interface Making {
  test: () => Portal
  /** Answers the id of what was created. */
  create: (path: string, body: object) => Promise<string>
  /** One that nothing has yet. */
  name: () => string
  makeCall: () => Promise<string>
}

type Ids = Record<string, string>

/** What there has to be for the calls of sources, their imports, and webhooks. */
export function prepareSources({ test, create, name, makeCall }: Making) {
  const makeSource = async (kind: string, body: object = {}) =>
    await create('/api/source', {
      customerId: (await test().make.customer()).id,
      kind,
      name: name(),
      timeZone: 'UTC',
      ...body,
    })
  const prepared: Record<string, (ids: Ids) => Promise<Record<string, string>>> = {
    'POST /api/import': async () => ({ [exampleIds.source]: await makeSource('asterisk') }),
    // Only these have a mapping.
    'PUT /api/source/{id}/mapping': async () => ({ [exampleIds.source]: await makeSource('mapped') }),
    // One that calls are fetched from, at an address that nobody may ask.
    'POST /api/source/{id}/fetch': async () => {
      const settings = {
        accountSid: 'AC1',
        apiUrl: 'https://127.0.0.1/2010-04-01',
        fetchSince: '2026-11-18',
      }
      const secrets = { authToken: 'token' }
      return { [exampleIds.source]: await makeSource('twilio-compatible', { settings, secrets }) }
    },
    'POST /api/webhooks/{id}/deliveries/{deliveryId}/send': async (ids) => {
      const delivery = {
        webhook_id: ids[exampleIds.webhook] ?? '',
        event: 'call.created',
        number: 1,
      } as const
      const call = { call_id: await makeCall(), call_started_at: new Date() }
      const id = randomUUID()
      await test()
        .runtime.db.insertInto('webhook_delivery')
        .values({ ...delivery, ...call, id, state: 'sent' })
        .execute()
      return { [exampleIds.webhookDelivery]: id }
    },
  }
  return {
    prepared,
    makeImport: async () => await insertImport(test().runtime.db, await makeSource('asterisk')),
  }
}
