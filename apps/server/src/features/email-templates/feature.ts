import { listItem } from '../../access/menu-items.ts'
import { defineFeature } from '../../feature.ts'
import { mailFeature } from '../mail/feature.ts'
import { linkMailer } from './email-templates.ts'
import { routes } from './routes.ts'
import { TemplateRenderer } from './template-renderer.ts'

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
