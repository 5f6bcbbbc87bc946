import { CloseOutlined } from '@ant-design/icons'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { reportsOfSetQuery } from '#web/features/report-library/queries.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { reportChoice } from '#web/records/choices/choices.ts'
import { nameQuery } from '#web/records/choices/record-choice.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { ActiveTag } from '#web/ui/values/ActiveTag.tsx'
import { Box, Hint, Row, Text } from '#web/ui/layout.tsx'
import { moved } from '#web/ui/editing/moved.ts'
import { SortableList } from '#web/ui/editing/SortableList.tsx'

interface ReportsOfSetProps {
  /** Undefined: a new one. */
  setId: string | undefined
  /** Given by the form. */
  value?: readonly string[]
  onChange?: (reportIds: string[]) => void
}

interface Listed {
  id: string
  name: string
  isActive: boolean
}

/** The reports of a set in their order. */
export function ReportsOfSet({ setId, value = [], onChange }: ReportsOfSetProps) {
  const reports = useListed(setId, value)
  return (
    <>
      {reports.length === 0 ? (
        <Hint margin="0 0 8px">This set has no reports yet.</Hint>
      ) : (
        <Box margin="0 0 8px">
          <SortableList<Listed>
            label="Reports in order"
            items={reports}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            renderItem={({ id, name, isActive }) => (
              <Row gap={8} align="center">
                <Text flex={1} minWidth={0}>
                  <Link to={paths.manageRecord('reports', id)}>{name}</Link> <ActiveTag isActive={isActive} />
                </Text>
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined aria-hidden />}
                  aria-label={`Remove ${name}`}
                  title="Remove"
                  onClick={() => onChange?.(value.filter((one) => one !== id))}
                />
              </Row>
            )}
            onMove={(from, to) => onChange?.(moved(value, from, to))}
          />
        </Box>
      )}
      <RecordSelect
        choice={reportChoice}
        label="Add a report"
        placeholder="Find a report to add"
        taken={{ ids: value, why: 'added already' }}
        value={null}
        onChange={(id) => {
          if (id !== null) onChange?.([...value, id])
        }}
      />
    </>
  )
}

/** Those that are in the set come in one answer, those that were just added one by one. */
function useListed(setId: string | undefined, ids: readonly string[]): Listed[] {
  const stored = useQuery({ ...reportsOfSetQuery(setId ?? ''), enabled: setId !== undefined })
  const known = new Map(stored.data?.items.map((report) => [report.id, report]))
  const isLoading = setId !== undefined && stored.isPending
  const added = useQueries({
    queries: ids.map((id) => ({ ...nameQuery(reportChoice, id), enabled: !isLoading && !known.has(id) })),
  })
  return ids.map((id, at) => ({
    id,
    name: known.get(id)?.name ?? added[at]?.data ?? '…',
    isActive: known.get(id)?.isActive ?? true,
  }))
}
