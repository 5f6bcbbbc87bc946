import * as endpoints from '@callboard/contract/email-templates'
import { Tag } from 'antd'
import { TemplateActions } from '#web/features/email-templates/TemplateActions.tsx'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'
import { columnsOf } from '#web/records/record-columns.tsx'
import { nameOfNamed, recordKind } from '#web/records/record-kind.ts'
import { recordPages } from '#web/records/record-pages.tsx'

const TemplateForm = lazyExport(
  () => import('#web/features/email-templates/TemplateForm.tsx'),
  'TemplateForm',
)

const column = columnsOf<endpoints.EmailTemplate>('emailTemplate')

export const pages = recordPages({
  kind: recordKind<endpoints.EmailTemplate>('emailTemplate', {
    nameOf: nameOfNamed,
    query: (id) => endpointQuery('emailTemplate', endpoints.getEmailTemplate, { params: { id } }),
    body: endpoints.createEmailTemplate.body,
  }),
  list: {
    description: 'Templates for the emails sent by the portal',
    search: listSearchOf(endpoints.emailTemplateSorts, {}),
    query: (state) =>
      endpointQuery('emailTemplate', endpoints.searchEmailTemplates, { body: searchBody(state) }),
    columns: [
      column.name(220, {
        renderTags: ({ key, isDefault }) => key !== null && <Tag>{isDefault ? 'Default' : 'Changed'}</Tag>,
      }),
      column.field('subject', 260, { sorter: false }),
      column.field('description', 320),
    ],
  },
  record: {
    formLabel: 'Template',
    renderForm: (template) => <TemplateForm template={template} />,
    renderDescription: ({ description }) => description,
    renderActions: (template) => <TemplateActions template={template} />,
  },
})
