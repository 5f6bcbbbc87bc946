import { formatTimeZone } from '@callboard/contract/format-time-zone'
import * as endpoints from '@callboard/contract/customers'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'
import { columnsOf } from '#web/records/record-columns.tsx'
import { nameOfNamed, recordKind } from '#web/records/record-kind.ts'
import { recordPages } from '#web/records/record-pages.tsx'
import { ActiveTag } from '#web/ui/values/ActiveTag.tsx'

const CustomerForm = lazyExport(() => import('#web/features/customers/CustomerForm.tsx'), 'CustomerForm')

const column = columnsOf<endpoints.Customer>('customer')

export const pages = recordPages({
  kind: recordKind<endpoints.Customer>('customer', {
    nameOf: nameOfNamed,
    query: (id) => endpointQuery('customer', endpoints.getCustomer, { params: { id } }),
    body: endpoints.createCustomer.body,
  }),
  list: {
    mayAdd: ({ isAdmin }) => isAdmin,
    search: listSearchOf(endpoints.customerSorts, {}),
    query: (state) => endpointQuery('customer', endpoints.searchCustomers, { body: searchBody(state) }),
    columns: [
      column.name(240),
      column.field('code', 100),
      column.field('timeZone', 190, { render: ({ timeZone }) => formatTimeZone(timeZone) }),
      column.field('currency', 100),
      column.field('country', 100),
      column.field('legacyReportingCid', 130, { title: 'Legacy id' }),
    ],
  },
  record: {
    renderForm: (customer) => <CustomerForm customer={customer} />,
    renderDescription: ({ code, isActive }) => (
      <>
        {code} <ActiveTag isActive={isActive} />
      </>
    ),
  },
})
