import { previewEmailTemplate } from '@callboard/contract/email-templates'
import type { Input } from '@callboard/contract/endpoint'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

/** What a mail of these texts would say to whoever writes them. */
export function templatePreviewQuery(body: Input<typeof previewEmailTemplate>['body']) {
  return endpointQuery('emailTemplate', previewEmailTemplate, { body })
}
