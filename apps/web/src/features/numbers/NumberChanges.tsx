import { formatCount, formatCounted } from '@callboard/contract/format'
import { type NumberChange, undoNumberChange } from '@callboard/contract/numbers'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { numberChangesQuery, numberSubjects } from '#web/features/numbers/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { useMayChange } from '#web/lib/session/current-user.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { PersonName } from '#web/ui/values/PersonName.tsx'
import { QuietText } from '#web/ui/layout.tsx'
import { timeColumn } from '#web/ui/tables/column-kinds.tsx'

const columns: readonly FitColumn<NumberChange>[] = [
  timeColumn('madeAt', { title: 'When', minWidth: 190 }),
  {
    key: 'madeBy',
    title: 'Who',
    minWidth: 130,
    render: (_, { madeBy, fullName }) =>
      fullName === null ? <NoValue /> : <PersonName userName={madeBy} fullName={fullName} />,
  },
  {
    key: 'numbers',
    title: 'What',
    minWidth: 190,
    render: (_, { numbers, calls }) =>
      `${numbers === 1 ? 'This number' : `${formatCount(numbers)} numbers`}, ${formatCounted(calls, 'call')}`,
  },
]

const undoColumn: FitColumn<NumberChange> = {
  key: 'undo',
  title: 'Undo',
  isUnlabelled: true,
  minWidth: 110,
  align: 'right',
  render: (_, { id, numbers, isUndone, canBeUndone }) => {
    if (isUndone) return <QuietText>Undone</QuietText>
    if (!canBeUndone) return null
    return (
      <ActionButton
        size="small"
        action={async () => await send(undoNumberChange, { params: { id } })}
        changes={numberSubjects}
        question={{
          title: 'Undo this change?',
          content: `${numbers === 1 ? 'The number stands' : `All ${formatCount(numbers)} numbers stand`} for what ${numbers === 1 ? 'it' : 'they'} did before, and so do the calls.`,
          okText: 'Undo',
          okButtonProps: { danger: false },
        }}
        done="Undone. Earlier calls follow within a few minutes."
      >
        Undo
      </ActionButton>
    )
  },
}

/** What was changed of a number, which can be undone while nothing was changed since. */
export function NumberChanges({ numberId }: { numberId: string }) {
  const mayEdit = useMayChange('number.edit')
  const [page, setPage] = useState(1)
  const query = useQuery(numberChangesQuery(numberId, page))
  return (
    <Panel flush title="Changes">
      <QueryState query={query} isEmpty={({ total }) => total === 0} emptyReason="No changes yet.">
        {({ items, total, pageSize }) => (
          <FitTable<NumberChange>
            rowKey="id"
            columns={mayEdit ? [...columns, undoColumn] : columns}
            dataSource={items}
            pagination={total > pageSize && { current: page, pageSize, total, onChange: setPage }}
          />
        )}
      </QueryState>
    </Panel>
  )
}
