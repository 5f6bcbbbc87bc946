import { formatCounted } from '@callboard/contract/format'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import type { MappingPreview } from '@callboard/contract/mappings'
import { Alert, Spin, Switch } from 'antd'
import { useState } from 'react'
import type { MappedField } from '#web/features/mappings/mapping-edit.ts'
import { PreviewTable } from '#web/features/mappings/PreviewTable.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'

interface PreviewPanelProps {
  preview: MappingPreview
  timeZone: string
  fields: readonly MappedField[]
  isLoading: boolean
}

/** The rows of the sample as the calls that they become. */
export function PreviewPanel({ preview, timeZone, fields, isLoading }: PreviewPanelProps) {
  const [isFailingOnly, setFailingOnly] = useState(false)
  const { problem, rows, counts, warnings } = preview
  const shown = isFailingOnly ? rows.filter(({ call }) => call === null) : rows
  return (
    <Panel
      title="As calls"
      note={isLoading ? <Spin size="small" aria-label="Reading the sample" /> : undefined}
    >
      <Stack gap={8}>
        <Row gap="4px 16px" align="center" wrap role="status">
          <Text fontWeight={600}>{formatCounted(counts.calls, 'call')}</Text>
          <Text tone={counts.rejected > 0 ? 'worse' : 'quiet'}>
            {counts.rejected === 0
              ? 'no rows fail'
              : formatCounted(counts.rejected, 'row fails', 'rows fail')}
          </Text>
          {counts.leftOut > 0 && (
            <Text tone="quiet">{`${formatCounted(counts.leftOut, 'row')} left out`}</Text>
          )}
          <Text tone="quiet">times in {formatTimeZone(timeZone)}</Text>
          <Row as="span" gap={8} align="center">
            <Switch
              size="small"
              id="failing_only"
              checked={isFailingOnly}
              disabled={counts.rejected === 0}
              onChange={setFailingOnly}
            />
            <label htmlFor="failing_only">Only those that fail</label>
          </Row>
        </Row>
        {problem !== null && (
          <Alert type="error" showIcon title="The sample cannot be read so" description={problem} />
        )}
        {warnings.map((warning) => (
          <Alert key={warning} type="warning" showIcon title={warning} />
        ))}
        {rows.length > 0 && <PreviewTable rows={shown} timeZone={timeZone} fields={fields} />}
      </Stack>
    </Panel>
  )
}
