import {
  entityImportActions,
  type EntityImportResult,
  type EntityImportRow,
} from '@callboard/contract/entities'
import { formatCount } from '@callboard/contract/format'
import { Alert, Segmented } from 'antd'
import { useState } from 'react'
import { importColumns } from '#web/features/entities/columns.tsx'
import { listPageSizes } from '#web/lib/urls/list-url.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { Row } from '#web/ui/layout.tsx'

const words = {
  all: 'All',
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
  rejected: 'Rejected',
  warned: 'With a warning',
} as const

type Shown = keyof typeof words

interface ImportResultProps {
  result: EntityImportResult
}

/** What each row of a file would change, or has changed. */
export function ImportResult({ result }: ImportResultProps) {
  const [shown, setShown] = useState<Shown>('all')
  const { rows, created, updated, unchanged, rejected, warned, isPreview } = result
  const counts = { all: rows.length, create: created, update: updated, unchanged, rejected, warned }
  return (
    <>
      <Alert
        style={{ marginBottom: 12 }}
        type={rejected + warned > 0 ? 'warning' : isPreview ? 'info' : 'success'}
        showIcon
        title={summaryOf(result)}
      />
      <Row gap="12px 24px" align="center" wrap margin="0 0 12px">
        <Segmented<Shown>
          style={{ maxWidth: '100%', overflowX: 'auto' }}
          aria-label="Rows to show"
          value={shown}
          onChange={setShown}
          options={(
            ['all', ...entityImportActions, ...(warned > 0 ? (['warned'] as const) : [])] as const
          ).map((value) => ({
            value,
            label: `${words[value]} ${formatCount(counts[value])}`,
          }))}
        />
      </Row>
      <FitTable
        rowKey="line"
        columns={importColumns}
        dataSource={rows.filter((row) => isShown(row, shown))}
        pagination={{
          defaultPageSize: listPageSizes[0],
          showSizeChanger: true,
          pageSizeOptions: [...listPageSizes],
        }}
      />
    </>
  )
}

function isShown({ action, warning }: EntityImportRow, shown: Shown): boolean {
  if (shown === 'warned') return warning !== undefined
  return shown === 'all' || action === shown
}

function summaryOf({ isPreview, created, updated, rejected, warned }: EntityImportResult): string {
  const done = created + updated
  const left = rejected === 0 ? '' : ` ${formatCount(rejected)} ${isPreview ? 'would be' : 'were'} left out.`
  const check =
    warned === 0 ? '' : ` Check ${formatCount(warned)} of them: their codes also exist for other customers.`
  if (isPreview) {
    if (done === 0) return `Nothing in this file would be changed.${left}`
    return `This would create ${formatCount(created)} and change ${formatCount(updated)} entities.${check}${left}`
  }
  return `${formatCount(created)} entities were created and ${formatCount(updated)} changed.${check}${left}`
}
