import { type Attribute, attributeTypeLabels } from '@callboard/contract/attributes'
import * as endpoints from '@callboard/contract/manage-attributes'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'
import { columnsOf } from '#web/records/record-columns.tsx'
import { nameOfNamed, recordKind } from '#web/records/record-kind.ts'
import { recordPages } from '#web/records/record-pages.tsx'
import { ActiveTag } from '#web/ui/values/ActiveTag.tsx'

const AttributeForm = lazyExport(() => import('#web/features/attributes/AttributeForm.tsx'), 'AttributeForm')

const column = columnsOf<Attribute>('attribute')

export const pages = recordPages({
  kind: recordKind<Attribute>('attribute', {
    nameOf: nameOfNamed,
    query: (id) => endpointQuery('attribute', endpoints.getAttribute, { params: { id } }),
    body: endpoints.createAttribute.body,
  }),
  list: {
    description: 'Fields of calls that a customer adds to those of the portal',
    search: listSearchOf(endpoints.attributeSorts, {}),
    query: (state) => endpointQuery('attribute', endpoints.searchAttributes, { body: searchBody(state) }),
    columns: [
      column.name(200),
      column.field('key', 140, { priority: 3 }),
      column.field('customerName', 200, { title: 'Customer', priority: 1 }),
      column.field('type', 110, {
        priority: 2,
        render: ({ type }) => attributeTypeLabels[type],
      }),
    ],
  },
  record: {
    renderForm: (attribute) => <AttributeForm attribute={attribute} />,
    renderDescription: ({ customerName, isActive }) => (
      <>
        {customerName} <ActiveTag isActive={isActive} />
      </>
    ),
  },
})
