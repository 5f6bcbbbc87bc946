import * as endpoints from '@callboard/contract/email-templates'
import { crud, routeWith } from '../../http/crud.ts'
import type { Routing } from '../../http/route.ts'
import type { Mailer } from '../mail/mail.ts'
import { emailTemplateRules, previewEmailTemplate, testEmailTemplate } from './email-templates.ts'
import type { TemplateRenderer } from './template-renderer.ts'

export interface EmailTemplateParts {
  mailer: Mailer
  renderer: TemplateRenderer
  publicUrl: string
}

export function routes(routing: Routing, of: EmailTemplateParts): void {
  const { db } = routing
  const parts = { ...of, db }

  crud(routing, endpoints.emailTemplateEndpoints, { access: 'admin', rules: emailTemplateRules(parts) })

  routeWith(routing, endpoints.previewEmailTemplate, { access: 'admin', parts, rule: previewEmailTemplate })
  routeWith(routing, endpoints.testEmailTemplate, { access: 'admin', parts, rule: testEmailTemplate })
}
