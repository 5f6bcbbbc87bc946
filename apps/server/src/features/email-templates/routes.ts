import {
  createEmailTemplate,
  deleteEmailTemplate,
  getEmailTemplate,
  previewEmailTemplate,
  searchEmailTemplates,
  testEmailTemplate,
  updateEmailTemplate,
} from '@callboard/contract/email-templates'
import { pageOfRecords } from '../../db/list-page.ts'
import { route, type Routing } from '../../http/route.ts'
import type { Mailer } from '../mail/mail.ts'
import {
  changeTemplate,
  describeTemplate,
  dropTemplate,
  makeTemplate,
  previewMail,
  sendTestMail,
  templateOf,
} from './email-templates.ts'
import { listTemplateRows } from './store.ts'
import type { TemplateRenderer } from './template-renderer.ts'

export interface EmailTemplateParts {
  mailer: Mailer
  renderer: TemplateRenderer
  publicUrl: string
}

export function routes(routing: Routing, of: EmailTemplateParts): void {
  const { db } = routing
  const parts = { ...of, db }

  route(routing, searchEmailTemplates, {
    access: 'admin',
    handler: async ({ body }) => pageOfRecords(await listTemplateRows(db, body), body, templateOf),
  })

  route(routing, createEmailTemplate, {
    access: 'admin',
    handler: async ({ caller, body }) => await makeTemplate(parts, caller, body),
  })

  route(routing, getEmailTemplate, {
    access: 'admin',
    handler: async ({ params }) => await describeTemplate(db, params.id),
  })

  route(routing, updateEmailTemplate, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await changeTemplate(parts, caller, { ...body, id: params.id }),
  })

  route(routing, deleteEmailTemplate, {
    access: 'admin',
    handler: async ({ caller, params }) => {
      await dropTemplate(db, caller, params.id)
      return undefined
    },
  })

  route(routing, previewEmailTemplate, {
    access: 'admin',
    handler: async ({ caller, body }) => await previewMail(parts, caller, body),
  })

  route(routing, testEmailTemplate, {
    access: 'admin',
    handler: async ({ caller, params }) => {
      await sendTestMail(parts, caller, params.id)
      return undefined
    },
  })
}
