import * as endpoints from '@callboard/contract/mails'
import { route, type Routing } from '../../http/route.ts'
import type { Job } from '../../jobs/queue.ts'
import { type Mailer, mailJobs } from './mail.ts'
import { getMail, listMails } from './outbox.ts'

interface MailParts {
  mailer: Mailer
}

export function routes(routing: Routing, { mailer }: MailParts): void {
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
    handler: async ({ params }) => await getMail(db, params.id),
  })

  route(routing, endpoints.retryMail, {
    access: 'admin',
    handler: async ({ params }) => await mailer.retry(params.id),
  })
}

export function jobs({ mailer }: MailParts): Job[] {
  return mailJobs(mailer)
}
