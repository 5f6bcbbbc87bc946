import { DeleteOutlined } from '@ant-design/icons'
import {
  type ConditionOperator,
  conditionOperators,
  type RowCondition,
  type SampleColumn,
} from '@callboard/contract/mappings'
import { Button, Select } from 'antd'
import { ColumnSelect } from '#web/features/mappings/ColumnSelect.tsx'
import classes from '#web/features/mappings/mappings.module.css'
import { QuietText, Row } from '#web/ui/layout.tsx'

const operatorLabels: Readonly<Record<ConditionOperator, string>> = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  startsWith: 'begins with',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
}

interface ConditionEditorProps {
  label: string
  /** Before the column. */
  lead: string
  columns: readonly SampleColumn[]
  condition: RowCondition | undefined
  onChange: (condition: RowCondition | undefined) => void
}

/** A column and what it has to be. */
export function ConditionEditor({ label, lead, columns, condition, onChange }: ConditionEditorProps) {
  const given: RowCondition = condition ?? { column: '', op: 'is', values: [] }
  const samples = columns.find(({ name }) => name === given.column)?.values ?? []
  return (
    <Row gap={8} align="center" wrap>
      <QuietText fontSize={13}>{lead}</QuietText>
      <div className={classes.origin}>
        <ColumnSelect
          label={`${label}, column`}
          columns={columns}
          value={given.column}
          onChange={(column) => onChange({ ...given, column })}
        />
      </div>
      {condition !== undefined && (
        <>
          <Select
            aria-label={`${label}, comparison`}
            className={classes.unit ?? ''}
            value={given.op}
            options={conditionOperators.map((op) => ({ value: op, label: operatorLabels[op] }))}
            onChange={(op) => onChange({ ...given, op })}
          />
          {!given.op.endsWith('mpty') && (
            <Select
              aria-label={`${label}, values`}
              mode="tags"
              className={classes.origin ?? ''}
              placeholder="Values"
              value={given.values}
              options={samples.map(({ value }) => ({ value, label: value === '' ? '(empty)' : value }))}
              onChange={(values: string[]) => onChange({ ...given, values })}
            />
          )}
          <Button
            type="text"
            aria-label={`Remove: ${label}`}
            icon={<DeleteOutlined aria-hidden />}
            onClick={() => onChange(undefined)}
          />
        </>
      )}
    </Row>
  )
}
