import * as endpoints from '@callboard/contract/report-sets'
import { Form, InputNumber } from 'antd'
import { reportSetKind } from '#web/features/report-library/queries.ts'
import { ReportsOfSet } from '#web/features/report-library/ReportsOfSet.tsx'
import { send } from '#web/lib/api.ts'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { ActiveItem, DescriptionItem, NameItem } from '#web/records/RecordItems.tsx'

interface ReportSetFormProps {
  /** Undefined: a new one. */
  set: endpoints.ReportSet | undefined
}

interface Values {
  name: string
  description: string
  isActive: boolean
  /** Null: last. */
  order: number | null
  reportIds: string[]
}

export function ReportSetForm({ set }: ReportSetFormProps) {
  const { name = '', description = '', isActive = true, order = null, reportIds = [] } = set ?? {}
  return (
    <RecordForm<endpoints.ReportSet, Values>
      kind={reportSetKind}
      record={set}
      name="reportset"
      initialValues={{ name, description, isActive, order, reportIds }}
      create={(values) =>
        send(endpoints.createReportSet, { body: { ...values, order: values.order ?? undefined } })
      }
      update={(values, { id, revision }) =>
        send(endpoints.updateReportSet, {
          body: { ...values, order: values.order ?? undefined, id, revision },
        })
      }
    >
      <NameItem />
      <DescriptionItem />
      <Form.Item name="reportIds" label="Reports">
        <ReportsOfSet setId={set?.id} />
      </Form.Item>
      <Form.Item
        name="order"
        label="Order"
        extra="Its place among the sets of a group: the lowest comes first. Without one it comes last."
      >
        <InputNumber min={-1_000_000} max={1_000_000} precision={0} />
      </Form.Item>
      <ActiveItem extra="A set that is not active gives nobody its reports." />
    </RecordForm>
  )
}
