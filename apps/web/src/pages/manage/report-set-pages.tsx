import { formatCounted } from '@callboard/contract/format'
import * as endpoints from '@callboard/contract/report-sets'
import { reportSetColumns } from '#web/features/report-library/columns.tsx'
import { reportSetsQuery, ReportSetsSearch } from '#web/features/report-library/queries.ts'
import { ReportsOfSet } from '#web/features/report-library/ReportsOfSet.tsx'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { FieldItem, LongTextItem, NumberItem, SwitchItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { nameOfNamed, recordKind } from '#web/records/record-kind.ts'
import { recordPages } from '#web/records/record-pages.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { ActiveTag } from '#web/ui/values/ActiveTag.tsx'

export const pages = recordPages({
  kind: recordKind<endpoints.ReportSet>('reportSet', {
    nameOf: nameOfNamed,
    query: (id) => endpointQuery('reportSet', endpoints.getReportSet, { params: { id } }),
    body: endpoints.createReportSet.body,
  }),
  list: {
    description: 'Reports that are assigned together',
    search: ReportSetsSearch,
    query: (state) => reportSetsQuery(state),
    columns: reportSetColumns,
  },
  record: {
    renderForm: (set) => <ReportSetForm set={set} />,
    renderDescription: ({ reportIds, isActive }) => (
      <>
        {formatCounted(reportIds.length, 'report')} <ActiveTag isActive={isActive} />
      </>
    ),
  },
})

interface Values {
  name: string
  description: string
  isActive: boolean
  /** Null: last. */
  order: number | null
  reportIds: string[]
}

function ReportSetForm({ set }: { set: endpoints.ReportSet | undefined }) {
  const { name = '', description = '', isActive = true, order = null, reportIds = [] } = set ?? {}
  const bodyOf = (values: Values) => ({ ...values, order: values.order ?? undefined })
  return (
    <RecordForm<endpoints.ReportSet, Values>
      record={set}
      initialValues={{ name, description, isActive, order, reportIds }}
      create={(values) => send(endpoints.createReportSet, { body: bodyOf(values) })}
      update={(values, { id, revision }) =>
        send(endpoints.updateReportSet, { body: { ...bodyOf(values), id, revision } })
      }
    >
      <TextItem name="name" />
      <LongTextItem name="description" />
      <FieldItem name="reportIds" label="Reports">
        <ReportsOfSet setId={set?.id} />
      </FieldItem>
      <NumberItem
        name="order"
        label="Order"
        extra="Position among the sets of a group, lowest first. Leave empty to put it last."
      />
      <SwitchItem name="isActive" extra="Reports of an inactive set are not available to anyone." />
    </RecordForm>
  )
}
