import type { Assignment, NumberTimeline } from '@callboard/contract/numbers'
import { editNumbers } from '@callboard/contract/numbers'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { AssignmentDrawer } from '#web/features/numbers/AssignmentDrawer.tsx'
import { standingAt, standsForText } from '#web/features/numbers/assignment-words.ts'
import { spanText } from '#web/lib/valid-span.ts'
import { numberSubjects } from '#web/features/numbers/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { useNow } from '#web/lib/now.ts'
import { useMayChange } from '#web/lib/session/current-user.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { MoneyText } from '#web/ui/values/MoneyText.tsx'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { QuietText, Row, Stack } from '#web/ui/layout.tsx'

interface Entry {
  key: string
  from: string | null
  until: string | null
  /** Undefined: nothing. */
  assignment: Assignment | undefined
}

/** All that a number stood for and stands for, the newest first, with the gaps between. */
export function Timeline({ number }: { number: NumberTimeline }) {
  const mayEdit = useMayChange('number.edit')
  const [edited, setEdited] = useState<{ assignment: Assignment | undefined }>()
  const nowMs = useNow().epochMilliseconds
  const current = standingAt(number, nowMs)
  const { timeZone } = number
  const columns: FitColumn<Entry>[] = [
    {
      key: 'span',
      title: 'When',
      minWidth: 170,
      render: (_, { from, until, assignment }) => (
        <Stack gap={2}>
          <span>{spanText({ from, until }, timeZone)}</span>
          {assignment !== undefined && assignment === current && (
            <span>
              <Tag color="green">Now</Tag>
            </span>
          )}
        </Stack>
      ),
    },
    {
      key: 'standsFor',
      title: 'Stands for',
      minWidth: 170,
      render: (_, { assignment }) => (
        <Stack gap={2}>
          {assignment === undefined ? (
            <QuietText>Nothing. Its calls are what their source says.</QuietText>
          ) : (
            <span>{standsForText(assignment) || <NoValue />}</span>
          )}
          {assignment?.note !== null && assignment?.note !== undefined && (
            <QuietText>{assignment.note}</QuietText>
          )}
        </Stack>
      ),
    },
    {
      key: 'monthlyCost',
      title: 'Monthly cost',
      minWidth: 130,
      align: 'right',
      render: (_, { assignment }) =>
        assignment?.monthlyCost ? (
          <MoneyText amounts={[{ amount: assignment.monthlyCost, currency: number.currency }]} />
        ) : (
          <NoValue />
        ),
    },
    ...(mayEdit ? [actions(number, (assignment) => setEdited({ assignment }))] : []),
  ]
  return (
    <Panel
      flush
      title="What it stands for"
      {...(mayEdit && {
        actions: (
          <Button type="primary" onClick={() => setEdited({ assignment: undefined })}>
            Add Assignment
          </Button>
        ),
      })}
    >
      <FitTable<Entry> rowKey="key" columns={columns} dataSource={entriesOf(number)} pagination={false} />
      {edited !== undefined && (
        <AssignmentDrawer
          numbers={[number]}
          edited={edited.assignment}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  )
}

function actions(number: NumberTimeline, onEdit: (assignment: Assignment) => void): FitColumn<Entry> {
  return {
    key: 'actions',
    title: 'Actions',
    isUnlabelled: true,
    minWidth: 160,
    priority: 0,
    render: (_, { assignment }) =>
      assignment !== undefined && (
        <Row gap={8} justify="flex-end">
          <Button size="small" onClick={() => onEdit(assignment)}>
            Edit
          </Button>
          <ActionButton
            size="small"
            danger
            action={async () => await deleteAssignment(number, assignment)}
            changes={numberSubjects}
            question={{
              title: 'Delete this assignment?',
              content: 'Calls that got something from it lose that. You can undo it below.',
              okText: 'Delete',
            }}
            done="Deleted. Earlier calls follow within a few minutes."
          >
            Delete
          </ActionButton>
        </Row>
      ),
  }
}

async function deleteAssignment(
  { id: numberId, revision, assignments }: NumberTimeline,
  { id: deleted }: Assignment,
) {
  const left = assignments.filter(({ id }) => id !== deleted)
  return await send(editNumbers, { body: { kind: 'timeline', numberId, revision, assignments: left } })
}

/** The assignments and what lies between them. */
function entriesOf({ assignments }: NumberTimeline): Entry[] {
  const entries: Entry[] = []
  let reached: string | null = null
  for (const [at, assignment] of assignments.entries()) {
    const { id, from, until } = assignment
    if (from !== reached && (at > 0 || from !== null))
      entries.push({ key: `before ${id}`, from: reached, until: from, assignment: undefined })
    entries.push({ key: id, from, until, assignment })
    reached = until
  }
  if (reached !== null || assignments.length === 0)
    entries.push({ key: 'after', from: reached, until: null, assignment: undefined })
  return entries.toReversed()
}
