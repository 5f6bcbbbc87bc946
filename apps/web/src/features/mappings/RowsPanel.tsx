import type { RowCondition } from '@callboard/contract/mappings'
import { Button, Form } from 'antd'
import { ColumnSelect, ColumnsSelect } from '#web/features/mappings/ColumnSelect.tsx'
import { ConditionEditor } from '#web/features/mappings/ConditionEditor.tsx'
import { GuessNote } from '#web/features/mappings/GuessNote.tsx'
import type { MappingEdit } from '#web/features/mappings/mapping-edit.ts'
import { Stack } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'

/** Which rows are calls, and which belong together. */
export function RowsPanel({ mapping, columns, reasons, change }: MappingEdit) {
  const { leaveOut, legsBy } = mapping
  const replace = (at: number, condition: RowCondition | undefined) =>
    change({ leaveOut: leaveOut.toSpliced(at, 1, ...(condition === undefined ? [] : [condition])) })
  return (
    <Panel title="Which rows are calls">
      <Form layout="vertical">
        <Form.Item
          label="Rows of one call"
          extra="Rows with the same value of these columns are legs of one call. Leave it empty where each row is a call."
        >
          <ColumnsSelect
            label="Rows of one call"
            columns={columns}
            value={legsBy}
            placeholder="Each row is a call"
            onChange={(names) => change({ legsBy: names.slice(0, 5) })}
          />
          <GuessNote reasons={reasons} part="legsBy" />
        </Form.Item>
        {legsBy.length === 0 && (
          <Form.Item
            label="Newer reports"
            extra="Only if several reports come of one call: the column with their number or time. The newest one wins."
          >
            <ColumnSelect
              label="Newer reports"
              columns={columns}
              value={mapping.orderBy ?? ''}
              onChange={(orderBy) => change({ orderBy })}
            />
          </Form.Item>
        )}
        <Form.Item label="Rows to leave out">
          <Stack gap={8}>
            {leaveOut.map((condition, at) => (
              <ConditionEditor
                // oxlint-disable-next-line react/no-array-index-key -- conditions have no ids, and are edited in their places
                key={at}
                label={`Leave out ${at + 1}`}
                lead="If"
                columns={columns}
                condition={condition}
                onChange={(next) => replace(at, next)}
              />
            ))}
            <div>
              <Button
                onClick={() =>
                  change({
                    leaveOut: [...leaveOut, { column: columns[0]?.name ?? '', op: 'is', values: [] }],
                  })
                }
              >
                Leave out rows
              </Button>
            </div>
          </Stack>
        </Form.Item>
      </Form>
    </Panel>
  )
}
