import * as endpoints from '@callboard/contract/email-templates'
import type { Input } from '@callboard/contract/endpoint'
import type { z } from 'zod'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { recordKind } from '#web/records/record-kind.ts'

export const EmailTemplatesSearch = listSearchOf(endpoints.emailTemplateSorts, {})

export function emailTemplatesQuery(state: z.output<typeof EmailTemplatesSearch>) {
  return endpointQuery('emailTemplate', endpoints.searchEmailTemplates, { body: searchBody(state) })
}

export const emailTemplateKind = recordKind<endpoints.EmailTemplate>('emailTemplate', {
  nameOf: ({ name }) => name,
  query: (id) => endpointQuery('emailTemplate', endpoints.getEmailTemplate, { params: { id } }),
})

/** What a mail of these texts would say to whoever writes them. */
export function templatePreviewQuery(body: Input<typeof endpoints.previewEmailTemplate>['body']) {
  return endpointQuery('emailTemplate', endpoints.previewEmailTemplate, { body })
}
