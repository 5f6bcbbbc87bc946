import * as endpoints from '@callboard/contract/mails'
import { routeTo } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import { listStoppedAddresses, reportBounce, requireBounceSecret } from './addresses.ts'
import type { Mailer } from './mail.ts'
import { getMail, getMailFile, listMails } from './outbox.ts'

interface MailParts {
  mailer: Mailer
  deliveryFiles: FileStore
}

export function routes(routing: Routing, { mailer, deliveryFiles }: MailParts): void {
  const { db } = routing

  route(routing, endpoints.searchMails, {
    access: 'admin',
    handler: async ({ body }) => ({
      ...(await listMails(db, body)),
      hasMailServer: await mailer.hasServer(),
    }),
  })

  route(routing, endpoints.getMail, {
    access: 'admin',
    handler: async ({ params }) => await getMail({ db, files: deliveryFiles }, params.id),
  })

  route(routing, endpoints.getMailFile, {
    access: 'admin',
    handler: async ({ params }) => await getMailFile({ db, files: deliveryFiles }, params),
  })

  routeTo(routing, endpoints.listStoppedAddresses, { access: 'admin', rule: listStoppedAddresses })

  route(routing, endpoints.liftStoppedAddress, {
    access: 'admin',
    handler: async ({ body }) => await mailer.lift(body.email),
  })

  route(routing, endpoints.reportBounce, {
    access: 'public',
    handler: async ({ body, request }) => {
      await requireBounceSecret(db, request.headers.authorization)
      return await reportBounce(db, body)
    },
  })

  route(routing, endpoints.retryMail, {
    access: 'admin',
    handler: async ({ params }) => await mailer.retry(params.id),
  })
}
