import { listItem } from '../../access/menu-items.ts'
import { defineFeature } from '../../feature.ts'
import { mailFeature } from '../mail/feature.ts'
import { emailTemplateRules, previewEmailTemplate, testEmailTemplate } from './edit-templates.ts'
import { linkMailer } from './email-templates.ts'
import { TemplateRenderer } from './template-renderer.ts'
import * as endpoints from '@callboard/contract/email-templates'
import { crud, routeWith } from '../../http/crud.ts'
import type { Routing } from '../../http/route.ts'
import type { Mailer } from '../mail/mail.ts'

export const emailTemplatesFeature = defineFeature({
  name: 'email-templates',
  menuItems: [listItem('emailTemplate', { group: 'portal', order: 30, ico: 'mail' })],
  needs: () => [mailFeature],
  open({ db, mailer, publicUrl }) {
    const renderer = new TemplateRenderer()
    return {
      services: { renderer, linkMailer: linkMailer({ db, mailer, renderer, publicUrl }) },
      running: [renderer],
    }
  },
  routes,
})

interface EmailTemplateParts {
  mailer: Mailer
  renderer: TemplateRenderer
  publicUrl: string
}

function routes(routing: Routing, of: EmailTemplateParts): void {
  const { db } = routing
  const parts = { ...of, db }

  crud(routing, endpoints.emailTemplateEndpoints, { access: 'admin', rules: emailTemplateRules(parts) })

  routeWith(routing, endpoints.previewEmailTemplate, { access: 'admin', parts, rule: previewEmailTemplate })
  routeWith(routing, endpoints.testEmailTemplate, { access: 'admin', parts, rule: testEmailTemplate })
}
