import type { Output } from '@callboard/contract/endpoint'
import type { getQuarantineReasons } from '@callboard/contract/quarantine'
import { Button } from 'antd'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { ReasonText } from '#web/ui/values/ReasonText.tsx'
import { actionsHead, countColumn, timeColumn } from '#web/ui/tables/column-kinds.tsx'

export type Reason = Output<typeof getQuarantineReasons>['reasons'][number]

interface ReasonListProps {
  reasons: readonly Reason[]
  onOpen: (reason: Reason) => void
}

/** Why rows are in the quarantine, the most frequent reason first. */
export function ReasonList({ reasons, onOpen }: ReasonListProps) {
  const columns: FitColumn<Reason>[] = [
    {
      key: 'description',
      title: 'Reason',
      minWidth: 220,
      priority: 0,
      render: (_, { description, values }) => <ReasonText description={description} values={values} />,
    },
    { key: 'sourceSystem', title: 'Source', minWidth: 160, dataIndex: 'sourceSystem', priority: 3 },
    { key: 'customerName', title: 'Customer', minWidth: 150, dataIndex: 'customerName', priority: 2 },
    countColumn('count', { title: 'Rows', minWidth: 80, priority: 1 }),
    timeColumn('lastAt', { title: 'Newest', minWidth: 150, priority: 4 }),
    {
      ...actionsHead,
      minWidth: 90,
      priority: 0,
      render: (_, reason) => (
        <Button
          size="small"
          aria-label={`Show rows: ${reason.description} (${reason.sourceSystem})`}
          onClick={() => onOpen(reason)}
        >
          Show rows
        </Button>
      ),
    },
  ]
  return (
    <FitTable
      columns={columns}
      dataSource={reasons}
      rowKey={({ customerId, sourceSystem, code, description }) =>
        [customerId, sourceSystem, code, description].join('\n')
      }
      pagination={reasons.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
    />
  )
}
