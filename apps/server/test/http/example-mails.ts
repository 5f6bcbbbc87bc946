import { exampleIds } from '@callboard/contract/examples'
import type { AskedRequest, Portal } from '../portal.ts'

interface Asking {
  test: () => Portal
  ask: (request: AskedRequest) => Promise<unknown>
  /** Of the administrator who asks. */
  token: () => string
  /** Answers the id of a user who has an address. */
  makeUser: () => Promise<string>
}

type Ids = Record<string, string>

/** What there has to be for the calls of mails. */
export function prepareMails({
  test,
  ask,
  token,
  makeUser,
}: Asking): Record<string, (ids: Ids) => Promise<Record<string, string> | undefined>> {
  const db = () => test().runtime.db
  return {
    'POST /api/auth/confirmpassword': async () => {
      await ask({ method: 'POST', path: `/api/user/${await makeUser()}/invite` })
      const { body_text: mail } = await db()
        .selectFrom('mail')
        .orderBy('id', 'desc')
        .select('body_text')
        .executeTakeFirstOrThrow()
      const [, id = '', linkToken = ''] = /#id=([\da-f-]{36})&token=([\w-]{43})/.exec(mail) ?? []
      return { [exampleIds.oneTimeLink]: id, kD4r1cXvT0mWq8n2bYzL5sHfJ7uE9aGi3oRpQxVtN6M: linkToken }
    },
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
