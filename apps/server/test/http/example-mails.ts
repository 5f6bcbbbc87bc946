import { exampleIds } from '@callboard/contract/examples'
import type { AskedRequest, Portal } from '../portal.ts'

interface Asking {
  test: () => Portal
  ask: (request: AskedRequest) => Promise<unknown>
  /** Of the administrator who asks. */
  token: () => string
}

type Ids = Record<string, string>

/** What there has to be for the calls of mails. */
export function prepareMails({ test, ask, token }: Asking): Record<string, (ids: Ids) => Promise<undefined>> {
  const db = () => test().runtime.db
  return {
    'POST /api/mail/{id}/retry': async (ids) => {
      const id = ids[exampleIds.mail] ?? ''
      await db().updateTable('mail').set({ status: 'failed' }).where('id', '=', id).execute()
      return undefined
    },
    'GET /api/mail/{id}/file/{name}': async (ids) => {
      const id = ids[exampleIds.mail] ?? ''
      const file = { name: 'Radio this week.csv', contentType: 'text/csv', key: 'example.csv', bytes: 1 }
      await test().runtime.deliveryFiles.put(file.key, oneByte())
      const attachments = JSON.stringify([file])
      await db().updateTable('mail').set({ attachments }).where('id', '=', id).execute()
      return undefined
    },
    'POST /api/mail/address/lift': async () => {
      const stopped = { email: 'reader@example.com', failures: 5, stopped_at: new Date() }
      await db().insertInto('mail_address').values(stopped).execute()
      return undefined
    },
    'POST /api/mail/bounce': async () => {
      await ask({ path: '/api/settings', body: { key: 'bounceSecret', value: token() } })
      return undefined
    },
  }
}

async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('a'))
}
